/** What the pages of webviews have in common before anything is shown in them. */

import type { Say } from "../words";

/** The two files that a page loads, and what lets it load them. */
export interface PageSources {
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
}

/** What a page says of itself: the language it is in, its title, and what stands in its body. */
export interface PageContent {
  readonly language: string;
  readonly title: string;
  readonly body: string;
}

/**
 * A whole page. It has no inline script or style and loads nothing but its two files; what it shows later arrives in
 * messages and is put in as text, never as markup.
 */
export function wholePage({ cspSource, nonce, script, style }: PageSources, { language, title, body }: PageContent): string {
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'; font-src ${cspSource}`;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escaped(title)}</title>
  <link rel="stylesheet" href="${escaped(style)}">
</head>
<body>
${body}  <script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

/** Words of a page, in the person's language and safe in markup. */
export function wordsOf(say: Say): (message: string) => string {
  return (message) => escaped(say(message));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
