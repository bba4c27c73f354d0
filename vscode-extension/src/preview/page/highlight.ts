/**
 * Python in colour: a text cut into runs, each with what it is. The runs put together are the text. It reads words,
 * strings, comments and decorators and no more; an unfinished string ends with its line.
 */

export type Run = "plain" | "keyword" | "string" | "comment" | "definition" | "decorator";

const KEYWORDS =
  "None|True|False|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield|match|case";

const TOKEN = new RegExp(
  [
    String.raw`(?<string>(?<!\w)[rbfuRBFU]{0,2}(?:"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))`,
    String.raw`(?<comment>#[^\n]*)`,
    String.raw`(?<decorator>(?<=^[ \t]*)@[\w.]+)`,
    String.raw`(?<definition>(?<=\b(?:def|class)[ \t]+)[^\W\d]\w*)`,
    String.raw`(?<keyword>\b(?:${KEYWORDS})\b)`,
  ].join("|"),
  "gm",
);

export function runsOf(text: string): [Run, string][] {
  const runs: [Run, string][] = [];
  let done = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > done) {
      runs.push(["plain", text.slice(done, match.index)]);
    }
    const groups: Partial<Record<string, string>> = match.groups ?? {};
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? "plain";
    runs.push([kind as Run, match[0]]);
    done = match.index + match[0].length;
  }
  if (done < text.length) {
    runs.push(["plain", text.slice(done)]);
  }
  return runs;
}
