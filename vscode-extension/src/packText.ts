/** What can be told of a pack from its text: that it is one, and of which folder. Every form is known. */

import type { VerifyResult } from "./protocol";
import type { Translate } from "./server/trouble";

const JSON_SCHEMA = "packlens.pack/1";

export function looksLikePack(text: string): boolean {
  return /^\s*(packlens \S|<pack\b)/.test(text) || isJson(text);
}

/** The name of the folder a pack was made from; undefined where its frame was too small to say it. */
export function rootOf(text: string): string | undefined {
  if (isJson(text)) {
    const written = /"root"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
    return written === undefined ? undefined : (JSON.parse(written) as string);
  }
  const xml = /^\s*<pack\b[^>]*\broot="([^"]*)"/.exec(text);
  return xml?.[1] ?? /^\s*packlens \S+ · ([^\n]*?) · /.exec(text)?.[1];
}

/** A document on a pack that does not hold: what differs first, and what was compared. */
export function verificationReport(root: string, result: VerifyResult, t: Translate): string {
  const files = result.files.map((file) => `- ${file}`);
  return [
    `# ${t("The pack no longer holds")}`,
    "",
    `${t("Folder")}: ${root}`,
    "",
    `${t("First difference")}: ${result.firstDifference ?? ""}`,
    "",
    ...(files.length > 0 ? [`${t("Files compared, up to the difference")}:`, "", ...files, ""] : []),
    t("Files after the first difference were not compared. Copy the context again for a pack of the files as they are."),
    "",
  ].join("\n");
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith("{") && text.includes(JSON_SCHEMA);
}
