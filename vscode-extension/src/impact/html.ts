/** The page of the picture before anything is drawn in it. */

import { wholePage, wordsOf, type PageSources } from "../page/html";
import type { Say } from "../words";

export function pageHtml(sources: PageSources, language: string, say: Say): string {
  const word = wordsOf(say);
  const body = `  <header id="head">
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
`;
  return wholePage(sources, { language, title: say("Impact"), body });
}
