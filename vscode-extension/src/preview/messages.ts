/** What the page and the extension say to each other. */

import { DIRECTIONS, FORMATS, type Choice, type Direction, type Edit, type Format, type Question } from "./question";
import type { Stretch } from "./stretches";
import type { PreviewView } from "./view";

/** What a page keeps for the next window. */
export interface Kept {
  readonly root: string;
  readonly question: Question;
}

export type ToPage =
  | { readonly type: "view"; readonly view: PreviewView; readonly kept: Kept }
  | { readonly type: "text"; readonly text: string; readonly format: string; readonly stretches: readonly Stretch[] };

export type FromPage =
  | { readonly type: "ready" }
  | { readonly type: "edit"; readonly edit: Edit }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "retry" }
  | { readonly type: "copy" }
  | { readonly type: "open"; readonly path: string; readonly line: number };

/** A message of the page, or nothing for anything else that arrives. */
export function fromPage(message: unknown): FromPage | undefined {
  const said = fields(message);
  switch (said["type"]) {
    case "ready":
    case "undo":
    case "redo":
    case "retry":
    case "copy":
      return { type: said["type"] };
    case "open":
      return typeof said["path"] === "string" && typeof said["line"] === "number"
        ? { type: "open", path: said["path"], line: said["line"] }
        : undefined;
    case "edit": {
      const edit = editOf(fields(said["edit"]));
      return edit === undefined ? undefined : { type: "edit", edit };
    }
    default:
      return undefined;
  }
}

/** What a page kept, or nothing for anything else that is found. */
export function keptBy(state: unknown): Kept | undefined {
  const kept = fields(fields(state)["kept"]);
  const { about, choices } = fields(kept["question"]);
  const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
  const isWhole = typeof kept["root"] === "string" && isObject(about) && isObject(choices);
  return isWhole ? (kept as unknown as Kept) : undefined;
}

const CHOICES: readonly Choice[] = ["full", "signature", "name", "drop"];

function editOf(edit: Readonly<Record<string, unknown>>): Edit | undefined {
  switch (edit["type"]) {
    case "choose": {
      const { id, choice } = edit;
      if (typeof id !== "string" || (choice !== undefined && !CHOICES.includes(choice as Choice))) {
        return undefined;
      }
      return { type: "choose", id, choice: choice as Choice | undefined };
    }
    case "budget":
      return typeof edit["budget"] === "number" ? { type: "budget", budget: edit["budget"] } : undefined;
    case "format":
      return FORMATS.includes(edit["format"] as Format)
        ? { type: "format", format: edit["format"] as Format }
        : undefined;
    case "direction":
      return DIRECTIONS.includes(edit["direction"] as Direction)
        ? { type: "direction", direction: edit["direction"] as Direction }
        : undefined;
    case "depth": {
      const { depth } = edit;
      return depth === "all" || (typeof depth === "number" && Number.isInteger(depth) && depth >= 0)
        ? { type: "depth", depth }
        : undefined;
    }
    case "signaturesOnly":
      return typeof edit["on"] === "boolean" ? { type: "signaturesOnly", on: edit["on"] } : undefined;
    case "template":
      return typeof edit["template"] === "string" ? { type: "template", template: edit["template"] } : undefined;
    case "clearChoices":
      return { type: "clearChoices" };
    default:
      return undefined;
  }
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
