// Bundles the page into OUT: four files, compressed. Types are checked before, by tsc. Called by eng/page.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";

const out = process.argv[2];
await mkdir(out, { recursive: true });
const result = await build({
  entryPoints: { app: "src/main.tsx", style: "src/style.css" },
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome100", "firefox102", "safari16"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "inline",
  write: false,
  outdir: out,
});

const files = result.outputFiles.map((file) => [file.path.split("/").pop(), file.contents]);
for (const name of ["index.html", "icon.svg"]) {
  files.push([name, await readFile(`src/${name}`)]);
}
for (const [name, content] of files) {
  const packed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await writeFile(`${out}/${name}.br`, packed);
}
