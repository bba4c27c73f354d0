/** The page of the preview before anything is shown in it. */

import { wholePage, wordsOf, type PageSources } from "../page/html";
import type { Say } from "../words";

export function pageHtml(sources: PageSources, language: string, say: Say): string {
  const word = wordsOf(say);
  const body = `  <div id="progress" hidden></div>
  <div id="live" class="unseen" role="status" aria-live="polite"></div>
  <header id="head">
    <div id="titles">
      <h1 id="title"></h1>
      <p id="subtitle"></p>
    </div>
    <div id="acts" role="toolbar" aria-label="${word("Preview")}">
      <button type="button" id="undo" class="icon" title="${word("Undo the last change")}" aria-label="${word("Undo the last change")}"></button>
      <button type="button" id="redo" class="icon" title="${word("Redo")}" aria-label="${word("Redo")}"></button>
      <button type="button" id="copy" class="primary" data-copy="${word("Copy")}" data-copied="${word("Copied")}">${word("Copy")}</button>
    </div>
  </header>
  <section id="controls" aria-label="${word("What is packed")}">
    <div class="field">
      <label for="budget">${word("Budget")}</label>
      <span class="stepper">
        <button type="button" id="budget-less" class="icon" aria-label="${word("Smaller budget")}" title="${word("Smaller budget")}"></button>
        <input type="number" id="budget" min="1" step="100" inputmode="numeric" aria-describedby="budget-problem">
        <button type="button" id="budget-more" class="icon" aria-label="${word("Larger budget")}" title="${word("Larger budget")}"></button>
      </span>
    </div>
    <div class="field">
      <label for="format">${word("Format")}</label>
      <select id="format"></select>
    </div>
    <div class="field">
      <label for="direction">${word("Follow")}</label>
      <select id="direction"></select>
    </div>
    <div class="field">
      <label for="depth">${word("Reach")}</label>
      <select id="depth"></select>
    </div>
    <div class="field">
      <label for="template">${word("For")}</label>
      <select id="template"></select>
    </div>
    <div class="field check">
      <input type="checkbox" id="signatures-only">
      <label for="signatures-only">${word("Signatures only")}</label>
    </div>
    <p id="budget-problem" role="alert" data-text="${word("A budget is a whole number of tokens, at least 1.")}" hidden></p>
  </section>
  <section id="tokens" aria-label="${word("Token budget")}">
    <p id="tokens-summary"></p>
    <div id="bar" role="img"></div>
    <ul id="legend" aria-hidden="true"></ul>
  </section>
  <div id="banners"></div>
  <main id="body">
    <div id="lists">
      <div class="pane">
        <h2><span id="in-title">${word("In the pack")}</span> <span class="count" id="in-count"></span></h2>
        <div id="in" class="rows" role="grid" aria-labelledby="in-title"></div>
      </div>
      <div class="pane">
        <h2><span id="out-title">${word("Left out")}</span> <span class="count" id="out-count"></span></h2>
        <div id="out" class="rows" role="grid" aria-labelledby="out-title"></div>
        <p id="out-empty" class="nothing" hidden>${word("Nothing was left out.")}</p>
      </div>
    </div>
    <div id="splitter" role="separator" tabindex="0" aria-controls="lists" aria-label="${word("Room of the lists")}"></div>
    <div class="pane" id="pack">
      <h2>
        <span id="pack-title">${word("What will be copied")}</span>
        <span class="count" id="caption"></span>
        <button type="button" id="wrap" class="plain" aria-pressed="false">${word("Wrap lines")}</button>
      </h2>
      <div id="pack-scroll" tabindex="0" role="region" aria-labelledby="pack-title"><pre id="pack-text"></pre></div>
      <p id="pack-empty" class="nothing" hidden></p>
    </div>
    <div id="menu" role="menu" hidden></div>
    <p id="hint" aria-hidden="true" hidden></p>
  </main>
`;
  return wholePage(sources, { language, title: say("Packlens preview"), body });
}
