// Bundles the table into service/http/web_ui/static, and leaves compressed copies beside each file.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const out = new URL("../service/http/web_ui/static/", import.meta.url).pathname;
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
// Texts that teach a game are separate files, which a page loads only when it shows them.
const shared = { bundle: true, format: "esm", target: "es2022", minify: true, outdir: out, legalComments: "none" };
const { metafile } = await build({
  ...shared,
  entryPoints: [new URL("src/main.tsx", import.meta.url).pathname],
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  splitting: true,
  // The router could render pages on a server; that part is never loaded here.
  external: ["*/prerender.js"],
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
});
const names = readdirSync(out);
const only = (ending) => names.find((name) => name.endsWith(ending)) ?? "";
const script = names.find((name) => /^main-.*\.js$/.test(name)) ?? "";
const worker = new URL("worker/service_worker.ts", import.meta.url).pathname;
await build({ ...shared, format: "iife", entryPoints: [{ in: worker, out: "service-worker" }] });
const pictures = new URL("pictures/", import.meta.url).pathname;
for (const name of readdirSync(pictures)) copyFileSync(pictures + name, out + name);
const icon = (sizes, more) => ({ src: `/table/assets/icon-${sizes.split("x")[0]}.png`, sizes, type: "image/png", ...more });
writeFileSync(
  `${out}manifest.webmanifest`,
  JSON.stringify({
    id: "/",
    name: "Hamlet",
    short_name: "Hamlet",
    description: "Village-building board games: against an AI, alone, or with friends",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#f7f3ea",
    theme_color: "#7a3b12",
    icons: [icon("192x192"), icon("512x512"), icon("512x512", { purpose: "maskable" })],
  }),
);

// The licenses of the bundled packages ask for their text in every copy.
const folders = new Set(Object.keys(metafile.inputs).flatMap((path) => path.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? []));
const texts = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${text}`, "utf8").trim()}\n`;
});
writeFileSync(`${out}licenses.txt`, texts.join(`\n${"-".repeat(80)}\n\n`));

const brotli = (name) => brotliCompressSync(readFileSync(out + name)).length;

// The server fills in the title of the page and its own address, which link previews need.
writeFileSync(
  `${out}index.html`,
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="theme-color" content="#7a3b12">
    <meta name="description" content="Village-building board games: against an AI, alone, or with friends. No account, no ads.">
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="Hamlet">
    <meta property="og:title" content="@title">
    <meta property="og:description" content="Village-building board games: against an AI, alone, or with friends.">
    <meta property="og:image" content="@origin/table/assets/preview.png">
    <meta property="og:image:width" content="1200">
    <meta property="og:image:height" content="630">
    <meta name="twitter:card" content="summary_large_image">
    <title>Hamlet</title>
    <link rel="license" href="/table/assets/licenses.txt">
    <link rel="manifest" href="/manifest.webmanifest">
    <link rel="icon" href="/table/assets/icon-192.png" type="image/png">
    <link rel="apple-touch-icon" href="/table/assets/icon-180.png">
    <link rel="stylesheet" href="/table/assets/${only(".css")}">
    <script type="module" src="/table/assets/${script}"></script>
  </head>
  <body><div id="page"></div><noscript>This page needs JavaScript. The API does not: see /docs.</noscript></body>
</html>
`,
);
for (const name of readdirSync(out)) {
  // Pictures are compressed; the page is filled in by the server.
  if (/\.(png|html)$/.test(name)) continue;
  const bytes = readFileSync(out + name);
  writeFileSync(`${out}${name}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${out}${name}.br`, brotliCompressSync(bytes));
}
console.log(`The table: ${Object.keys(metafile.inputs).length} files, ${brotli(script)} bytes of script compressed, ${names.filter((name) => name.endsWith(".js") && name !== script).map(brotli).join(", ")} when they are needed.`);
