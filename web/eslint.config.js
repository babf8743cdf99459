import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["node_modules/", "build.mjs", "eslint.config.js"] },
  ...tseslint.configs.strict,
  {
    files: ["src/**/*.ts", "src/**/*.tsx", "worker/*.ts"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "no-restricted-properties": ["error", { property: "innerHTML", message: "Names are text, never markup." }],
      "no-restricted-syntax": [
        "error",
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Names are text, never markup." },
      ],
    },
  },
);
