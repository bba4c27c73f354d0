// Makes packlens-VERSION.vsix: the server's wheel into bundled/, the bundle into dist/, both into the archive.
//
//     npm run package [-- FILE]      PYTHON chooses the interpreter that builds the wheel (default: python3, then python)
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const LIMIT_BYTES = 3 * 1024 * 1024;
const extension = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { version } = JSON.parse(readFileSync(path.join(extension, "package.json"), "utf8"));
const file = path.resolve(process.argv[2] ?? path.join(extension, `packlens-${version}.vsix`));

const bundled = path.join(extension, "bundled");
rmSync(bundled, { recursive: true, force: true });
mkdirSync(bundled);
run(python(), ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", bundled, path.dirname(extension)]);
const wheels = readdirSync(bundled);
if (wheels.length !== 1 || !wheels[0].startsWith(`packlens-${version}-`)) {
  fail(`bundled/ holds ${wheels.join(", ") || "nothing"} and should hold the wheel of packlens ${version}: give both the same version`);
}
run(process.execPath, [path.join(extension, "node_modules/typescript/bin/tsc"), "--noEmit"]);
run(process.execPath, ["esbuild.mjs", "--production"]);
run(process.execPath, [
  path.join(extension, "node_modules/@vscode/vsce/vsce"),
  "package",
  "--no-dependencies",
  "--allow-missing-repository",
  "--no-rewrite-relative-links",
  "--out",
  file,
]);
const { size } = statSync(file);
console.log(`${path.basename(file)}: ${(size / 1024 / 1024).toFixed(2)} MB`);
if (size > LIMIT_BYTES) {
  fail("the archive is larger than 3 MB");
}

function python() {
  const candidates = process.env.PYTHON ? [process.env.PYTHON] : ["python3", "python"];
  const found = candidates.find((one) => spawnSync(one, ["-m", "pip", "--version"]).status === 0);
  return found ?? fail(`none of ${candidates.join(", ")} is a Python with pip: name one in PYTHON`);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: extension, stdio: "inherit" });
  if (status !== 0) {
    fail(`${path.basename(command)} ${args[0]}: ${error?.message ?? `exit code ${status}`}`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
