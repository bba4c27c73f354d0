/**
 * The view model: everything that the page shows, worded and in order, computed from the state. The page draws it and
 * decides nothing.
 */

import type { Level } from "../forms";
import { ErrorName } from "../protocol";
import { nameOfId } from "../ids";
import { leftOutOf } from "../leftOut";
import { TEMPLATES, templateText } from "../templates";
import { DEPTHS, DIRECTIONS, FORMATS, MAX_BUDGET, steppedBudget, type Question } from "./question";
import { groupsOf, type Group } from "./rows";
import { copyable, type PreviewState, type Saying } from "./state";
import type { PreviewWords } from "./words";

const MOST_WARNINGS = 2;

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface Field {
  readonly value: string;
  readonly options: readonly Option[];
}

export interface Controls {
  /** Whether the settings are known, which the first answer tells. */
  readonly known: boolean;
  readonly budget: { readonly value: number; readonly max: number; readonly less: number; readonly more: number };
  readonly format: Field;
  readonly direction: Field;
  readonly depth: Field;
  readonly signaturesOnly: boolean;
  readonly template: Field;
}

export type Part = Level | "markup" | "free";

/** A piece of the token bar. `share` is of the longer of budget and tokens, from 0 to 1. */
export interface Segment {
  readonly part: Part;
  readonly share: number;
  readonly label: string;
  readonly value: string;
}

export interface Banner {
  readonly tone: "error" | "warning" | "note";
  readonly text: string;
  readonly actions: readonly { readonly act: "retry" | "undo" | "budget" | "clearChoices"; readonly label: string }[];
}

export interface PreviewView {
  readonly title: string;
  readonly subtitle: string;
  readonly busy: boolean;
  /** What stands in place of the pack while there is none. */
  readonly empty: string;
  readonly controls: Controls;
  readonly bar: { readonly label: string; readonly summary: string; readonly segments: readonly Segment[] };
  readonly groups: readonly Group[];
  readonly banners: readonly Banner[];
  readonly textCaption: string;
  readonly canCopy: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly choices: number;
  readonly announcement: { readonly count: number; readonly what: Saying | undefined; readonly text: string };
}

export function viewOf(state: PreviewState, words: PreviewWords): PreviewView {
  const { answer } = state;
  const parts = answer?.parts;
  return {
    title: titleOf(state.question, words),
    subtitle: subtitleOf(state, words),
    busy: state.waiting,
    empty: emptyText(state, words),
    controls: controlsOf(state.question, state.templates, words),
    bar: barOf(state, words),
    groups: parts === undefined ? [] : groupsOf(parts, state.question, state.failure === undefined, words),
    banners: bannersOf(state, words),
    textCaption: captionOf(state, words),
    canCopy: copyable(state) !== undefined || state.waiting,
    canUndo: state.history.length > 0,
    canRedo: state.future.length > 0,
    choices: Object.keys(state.question.choices).length,
    announcement: { count: state.said.count, what: state.said.what, text: announced(state, words) },
  };
}

export function titleOf({ about }: Question, words: PreviewWords): string {
  if (typeof about.query === "string") {
    return `“${about.query}”`;
  }
  if (about.staged === true) {
    return words.say("staged changes");
  }
  if (typeof about.diff === "string") {
    return about.diff === "HEAD" ? words.say("changes since the last commit") : about.diff;
  }
  const [first = "", ...others] = (about.targets ?? []).map(nameOfId);
  if (others.length === 0) {
    return first;
  }
  return others.length === 1
    ? words.say("{0} and {1}", first, others[0] ?? "")
    : words.say("{0} and {1} more", first, others.length);
}

function subtitleOf(state: PreviewState, words: PreviewWords): string {
  const parts = state.answer?.parts;
  if (parts === undefined) {
    return "";
  }
  const files = new Set(parts.items.map((item) => item.path)).size;
  const items = words.counted(parts.items.length, "1 item", "{0} items");
  const from = words.counted(files, "1 file", "{0} files");
  return words.say("{0} from {1} of {2}", items, from, parts.root);
}

function controlsOf(question: Question, templates: readonly string[], words: PreviewWords): Controls {
  const { budget = 0, depth = 2, template = "plain" } = question;
  return {
    known: question.budget !== undefined,
    budget: {
      value: budget,
      max: MAX_BUDGET,
      less: steppedBudget(budget, false),
      more: steppedBudget(budget, true),
    },
    format: {
      value: question.format ?? "",
      options: FORMATS.map((format) => ({ value: format, label: words.format(format) })),
    },
    direction: {
      value: question.direction,
      options: DIRECTIONS.map((direction) => ({ value: direction, label: words.direction(direction) })),
    },
    depth: {
      value: question.depth === undefined ? "" : String(depth),
      options: [...new Set([...DEPTHS, depth])].map((one) => ({ value: String(one), label: words.depth(one) })),
    },
    signaturesOnly: question.signaturesOnly === true,
    template: {
      value: template,
      options: [...new Set([...TEMPLATES, ...templates, template])].map((name) => ({ value: name, label: templateText(name, words.say) })),
    },
  };
}

const LEVELS: readonly Level[] = ["full", "excerpt", "signature", "name"];

function barOf(state: PreviewState, words: PreviewWords): PreviewView["bar"] {
  const { answer } = state;
  if (answer === undefined || state.failure !== undefined) {
    return { label: words.say("Token budget"), summary: "", segments: [] };
  }
  const whole = Math.max(answer.budget, answer.tokens, 1);
  const byLevel = new Map<Part, number>(LEVELS.map((level) => [level, 0]));
  for (const item of answer.parts.items) {
    byLevel.set(item.level, (byLevel.get(item.level) ?? 0) + item.tokens);
  }
  const inItems = [...byLevel.values()].reduce((sum, tokens) => sum + tokens, 0);
  byLevel.set("markup", Math.max(answer.tokens - inItems, 0));
  byLevel.set("free", Math.max(answer.budget - answer.tokens, 0));
  const segments = [...byLevel]
    .filter(([, tokens]) => tokens > 0)
    .map(([part, tokens]) => ({
      part,
      share: tokens / whole,
      label: partLabel(part, words),
      value: words.number(tokens),
    }));
  const summary = words.say("{0} of {1} tokens", words.number(answer.tokens), words.number(answer.budget));
  const spelled = segments.map((segment) => `${segment.label} ${segment.value}`).join(", ");
  return { label: words.say("Token budget: {0}. {1}", summary, spelled), summary, segments };
}

function partLabel(part: Part, words: PreviewWords): string {
  switch (part) {
    case "markup":
      return words.say("markup");
    case "free":
      return words.say("free");
    default:
      return words.level(part);
  }
}

function bannersOf(state: PreviewState, words: PreviewWords): Banner[] {
  const { failure, answer } = state;
  if (failure !== undefined) {
    const undo = state.history.length > 0 ? [{ act: "undo" as const, label: words.say("Undo the last change") }] : [];
    const clear =
      Object.keys(state.question.choices).length > 0
        ? [{ act: "clearChoices" as const, label: words.say("Clear pins and drops") }]
        : [];
    const again = failure.name === ErrorName.NOTHING_FITS
      ? { act: "budget" as const, label: words.say("Double the budget") }
      : { act: "retry" as const, label: words.say("Try again") };
    return [{ tone: "error", text: failure.message, actions: [again, ...undo, ...clear] }];
  }
  if (answer === undefined) {
    return [];
  }
  const banners: Banner[] = warningsShown(answer.warnings, words).map((text) => ({ tone: "warning", text, actions: [] }));
  if (answer.pending > 0) {
    const text = words.counted(
      answer.pending,
      "1 place is still being looked at; the pack may still change.",
      "{0} places are still being looked at; the pack may still change.",
    );
    banners.push({ tone: "note", text, actions: [] });
  }
  return banners;
}

/** The first warnings, and how many there are beside: the lists say each of them, and must stay in sight. */
function warningsShown(warnings: readonly string[], words: PreviewWords): string[] {
  if (warnings.length <= MOST_WARNINGS) {
    return [...warnings];
  }
  const shown = warnings.slice(0, MOST_WARNINGS - 1);
  return [...shown, words.say("{0} more are shown smaller or left out; the lists name them.", words.number(warnings.length - shown.length))];
}

/** What stands where the text would. */
function emptyText(state: PreviewState, words: PreviewWords): string {
  if (state.failure !== undefined) {
    return words.say("There is nothing to copy until this is put right.");
  }
  return state.answer === undefined ? words.say("Packing…") : "";
}

function captionOf(state: PreviewState, words: PreviewWords): string {
  const { answer } = state;
  if (answer === undefined || state.failure !== undefined) {
    return "";
  }
  const lines = answer.text === "" ? 0 : answer.text.split("\n").length - (answer.text.endsWith("\n") ? 1 : 0);
  const shown = words.counted(lines, "1 line", "{0} lines");
  return [words.format(answer.format), shown, words.say("counted by {0}", answer.tokenizer)].join(" · ");
}

function announced(state: PreviewState, words: PreviewWords): string {
  const { answer } = state;
  switch (state.said.what) {
    case undefined:
      return "";
    case "copied":
      return answer === undefined ? "" : words.say("Copied {0} to the clipboard", words.tokens(answer.tokens));
    case "copyFailed":
      return words.say("The clipboard could not be written. Select the text and copy it by hand.");
    case "failed":
      return state.failure === undefined ? "" : state.failure.message;
    case "updated":
      return answer === undefined
        ? ""
        : words.say(
           "Pack updated: {0} of {1} tokens, {2} in, {3} left out",
           words.number(answer.tokens),
           words.number(answer.budget),
           answer.parts.items.length,
           leftOutOf(answer.parts),
         );
  }
}
