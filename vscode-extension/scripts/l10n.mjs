// Writes l10n/bundle.l10n.json: every text that the sources show, for those who translate them.
//
//     npm run l10n               writes it
//     npm run l10n -- --check    ends with 1 where it is not what would be written
//
// A text is shown where it stands as a literal in a call of `t`, `say`, `word` or `counted`. Any other argument there is
// an error, but in the two functions that hand on the texts of their callers.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const extension = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const bundle = path.join(extension, "l10n/bundle.l10n.json");
const HANDING_ON = ["src/words.ts", "src/page/html.ts"];
/** How many of the arguments of a call, and from which on, are texts; `counted` comes with and without `say` before them. */
const TEXTS = { t: [0, 1], say: [0, 1], word: [0, 1], counted: [1, 3] };

const texts = new Set();
const wrong = [];
const sources = readdirSync(path.join(extension, "src"), { recursive: true }).map((name) => path.join("src", name).replaceAll("\\", "/"));
for (const file of sources.filter((name) => name.endsWith(".ts") && !HANDING_ON.includes(name))) {
  const source = ts.createSourceFile(file, readFileSync(path.join(extension, file), "utf8"), ts.ScriptTarget.Latest, true);
  visit(source, source);
}
if (wrong.length > 0) {
  console.error(`these texts are not literals, and nobody can translate them:\n${wrong.join("\n")}`);
  process.exit(1);
}
const made = `${JSON.stringify(Object.fromEntries([...texts].sort().map((text) => [text, text])), null, 2)}\n`;
if (!process.argv.includes("--check")) {
  writeFileSync(bundle, made);
} else if (readFileSync(bundle, "utf8").replaceAll("\r\n", "\n") !== made) {
  console.error("l10n/bundle.l10n.json does not hold the texts of the sources: run `npm run l10n`");
  process.exit(1);
}

function visit(node, source) {
  if (ts.isCallExpression(node)) {
    const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText(source);
    if (Object.hasOwn(TEXTS, name)) {
      const withSay = name === "counted" && ts.isIdentifier(node.expression) ? 1 : 0;
      const [first, end] = TEXTS[name].map((at) => at + withSay);
      node.arguments.slice(first, end).forEach((argument) => { take(argument, source); });
    }
  }
  ts.forEachChild(node, (child) => { visit(child, source); });
}

function take(argument, source) {
  if (ts.isStringLiteralLike(argument)) {
    texts.add(argument.text);
  } else if (ts.isConditionalExpression(argument)) {
    take(argument.whenTrue, source);
    take(argument.whenFalse, source);
  } else {
    const { line } = source.getLineAndCharacterOfPosition(argument.getStart(source));
    wrong.push(`${source.fileName}:${line + 1} ${argument.getText(source)}`);
  }
}
