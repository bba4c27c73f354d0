/** What can be told of a pack from its text: that it is one, and of which folder. Every form is known. */

import type { Pack } from "./forms";
import type { VerifyResult } from "./protocol";
import type { Say } from "./words";

const JSON_SCHEMA = "packlens.pack/1";

export function looksLikePack(text: string): boolean {
  return /^\s*(packlens \S|<pack\b)/.test(text) || isJson(text);
}

/** What a pack says of the question that it answers. */
export interface StatedQuestion {
  readonly root: string;
  readonly targets: readonly string[];
  readonly budget: number;
  readonly format: "markdown" | "xml" | "json" | "text";
}

/** Read from the frame of a pack; undefined where it was too small to say it. */
export function statedQuestion(text: string): StatedQuestion | undefined {
  if (isJson(text)) {
    return ofJson(text);
  }
  const xml = /^\s*<pack\b[^>]*\broot="([^"]*)" target="([^"]*)" tokens="\d+\/(\d+)"/.exec(text);
  if (xml !== null) {
    return stated(unescaped(xml[1]), unescaped(xml[2]), xml[3], "xml");
  }
  const plain = /^\s*packlens \S+ · (.*?) · (.*) · \d+\/(\d+) tokens · /.exec(text);
  const format = /^#+ .* · [0-9a-f]{12}\b/m.test(text) ? "markdown" : "text";
  return plain === null ? undefined : stated(plain[1], plain[2], plain[3], format);
}

/** The name of the folder that a pack was made from, where it says so. */
export function rootOf(text: string): string | undefined {
  return statedQuestion(text)?.root;
}

/** A difference without the hashes that prove it: these are for the page, and not for a message. */
export function inWords(difference: string): string {
  return difference.replace(/ \(sha256 [^)]*\)$/, "");
}

/** A document on a pack that does not hold: what differs first, and what was compared. */
export function verificationReport(root: string, result: VerifyResult, t: Say): string {
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

function ofJson(text: string): StatedQuestion | undefined {
  try {
    const pack = JSON.parse(text) as Pack;
    return stated(pack.root, pack.target.text, String(pack.budget), "json");
  } catch {
    return undefined; // what is wrong with it is for the server to say
  }
}

function stated(
  root: string | undefined,
  target: string | undefined,
  budget: string | undefined,
  format: StatedQuestion["format"],
): StatedQuestion {
  return { root: root ?? "", targets: (target ?? "").split(", "), budget: Number(budget), format };
}

function unescaped(text: string | undefined): string | undefined {
  return text
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith("{") && text.includes(JSON_SCHEMA);
}
