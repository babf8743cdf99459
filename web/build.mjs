// Bundles the table into service/http/web_ui/static, and leaves compressed copies beside each file.
import { build } from "esbuild";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const out = new URL("../service/http/web_ui/static/", import.meta.url).pathname;
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const { metafile } = await build({
  entryPoints: [new URL("src/main.tsx", import.meta.url).pathname],
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  outdir: out,
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  legalComments: "none",
});

const names = readdirSync(out);
const only = (ending) => names.find((name) => name.endsWith(ending)) ?? "";
writeFileSync(
  `${out}index.html`,
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Hamlet</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/table/assets/${only(".css")}">
    <script type="module" src="/table/assets/${only(".js")}"></script>
  </head>
  <body><div id="page"></div><noscript>This page needs JavaScript. The API does not: see /docs.</noscript></body>
</html>
`,
);
for (const name of readdirSync(out)) {
  const bytes = readFileSync(out + name);
  writeFileSync(`${out}${name}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${out}${name}.br`, brotliCompressSync(bytes));
}
const script = only(".js");
console.log(`The table: ${Object.keys(metafile.inputs).length} files, ${gzipSync(readFileSync(out + script)).length} bytes of script compressed.`);
