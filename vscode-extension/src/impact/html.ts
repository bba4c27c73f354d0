/** The page of the picture before anything is drawn in it. It loads nothing but the two files named here. */

import { escaped, type PageSources } from "../page";
import type { Say } from "../words";

export function pageHtml({ cspSource, nonce, script, style }: PageSources, language: string, say: Say): string {
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'`;
  const word = (message: string): string => escaped(say(message));
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${word("Impact")}</title>
  <link rel="stylesheet" href="${escaped(style)}">
</head>
<body>
  <header id="head">
    <h1 id="title"></h1>
    <p id="summary"></p>
    <div id="acts" role="toolbar" aria-label="${word("Size")}">
      <button type="button" id="smaller" aria-label="${word("Smaller")}" title="${word("Smaller")}">−</button>
      <button type="button" id="larger" aria-label="${word("Larger")}" title="${word("Larger")}">+</button>
      <button type="button" id="fit">${word("Fit")}</button>
    </div>
  </header>
  <main id="scroll" tabindex="-1">
    <svg id="picture" role="group" xmlns="http://www.w3.org/2000/svg" aria-describedby="help"></svg>
    <p id="help" class="unseen">${word("Arrow keys move between symbols, Enter opens one.")}</p>
  </main>
  <script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>
`;
}
