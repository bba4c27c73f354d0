// Bundles the extension into dist/ and, with `--tests`, every file of test/unit and test/host into out/.
import { build } from "esbuild";
import { existsSync, readdirSync } from "node:fs";

const forRelease = process.argv.includes("--production");
const common = {
  bundle: true,
  logLevel: "info",
  minify: forRelease,
  sourcemap: forRelease ? false : "linked",
};

// The language client is a file of its own, which the first server loads: activation reads only what it runs.
const CLIENT = "./client";
const ownFile = {
  name: "own-file",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/client$/ }, ({ kind }) => (kind === "dynamic-import" ? { path: "./client.js", external: true } : undefined));
  },
};
for (const [entry, outfile] of [
  ["src/extension.ts", "dist/extension.js"],
  ["src/server/client.ts", "dist/client.js"],
]) {
  await build({
    ...common,
    entryPoints: [entry],
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    supported: { "dynamic-import": false }, // the editor lends "vscode" to what is required
    // The language client's ESM-friendly builds load faster than its UMD ones.
    mainFields: ["module", "main"],
    plugins: [ownFile],
    outfile,
  });
}

for (const page of ["preview", "impact"]) {
  const entryPoints = [`src/${page}/page/index.ts`];
  await build({ ...common, entryPoints, platform: "browser", format: "iife", target: "es2022", outfile: `dist/${page}.js` });
}

if (process.argv.includes("--tests")) {
  const tests = readdirSync("test/unit").filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    minify: false,
    entryPoints: tests.map((name) => `test/unit/${name}`),
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    outdir: "out/unit",
    logLevel: "warning",
  });
}

if (process.argv.includes("--tests") && existsSync("test/host")) {
  const files = readdirSync("test/host", { recursive: true }).filter((name) => name === "index.ts" || name.endsWith(".test.ts"));
  await build({
    ...common,
    minify: false,
    sourcemap: "inline",
    entryPoints: files.map((name) => `test/host/${name}`),
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode", "mocha"],
    outbase: "test/host",
    outdir: "out/host",
    logLevel: "warning",
  });
}
