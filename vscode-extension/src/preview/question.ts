/**
 * The question that a preview asks: what to pack, and what the person chose in it. Every choice gives a new question;
 * nothing is changed in place, so the earlier ones can be gone back to. What a question leaves open comes from the
 * settings, which only the server knows; its first answer says what they are, and the question then holds them.
 */

import type { PackSettings } from "../forms";
import type { PackArguments } from "../protocol";

export type Format = "markdown" | "xml" | "json" | "text";
export type Direction = "both" | "callees" | "callers";
export type Depth = number | "all";
/** What a person may ask of one symbol: a level to show it at, or to leave it out. */
export type Choice = "full" | "signature" | "name" | "drop";

export const FORMATS: readonly Format[] = ["markdown", "xml", "json", "text"];
export const DIRECTIONS: readonly Direction[] = ["both", "callees", "callers"];
export const DEPTHS: readonly Depth[] = [0, 1, 2, 3, "all"];
export const MAX_BUDGET = 10_000_000;

/** What a pack is of: symbols and files, a question in words with the files in view, or what differs between two states. */
export type About = Pick<PackArguments, "targets" | "query" | "focus" | "diff" | "staged">;

export interface Question {
  readonly about: About;
  readonly budget: number | undefined;
  readonly format: Format | undefined;
  readonly direction: Direction;
  readonly depth: Depth | undefined;
  readonly signaturesOnly: boolean | undefined;
  /** The words around the pack; none where it names none. */
  readonly template: string | undefined;
  /** By symbol id, in the order in which they were made. */
  readonly choices: Readonly<Record<string, Choice>>;
}

/** One change that a person makes to a question. */
export type Edit =
  | { readonly type: "choose"; readonly id: string; readonly choice: Choice | undefined }
  | { readonly type: "budget"; readonly budget: number }
  | { readonly type: "format"; readonly format: Format }
  | { readonly type: "direction"; readonly direction: Direction }
  | { readonly type: "depth"; readonly depth: Depth }
  | { readonly type: "signaturesOnly"; readonly on: boolean }
  | { readonly type: "template"; readonly template: string }
  | { readonly type: "clearChoices" };

/** A question that leaves to the settings all but what it is about. */
export function questionOf(about: About, asked: PackArguments = {}): Question {
  return {
    about,
    budget: asked.budget ?? undefined,
    format: asked.format ?? undefined,
    direction: asked.direction ?? "both",
    depth: asked.depth ?? undefined,
    signaturesOnly: asked.signaturesOnly ?? undefined,
    template: asked.template ?? undefined,
    choices: {},
  };
}

/** The question with what the settings gave for the rest. */
export function settled(question: Question, format: string, settings: PackSettings): Question {
  return {
    ...question,
    budget: question.budget ?? settings.budget,
    format: question.format ?? FORMATS.find((one) => one === format),
    depth: question.depth ?? settings.depth,
    signaturesOnly: question.signaturesOnly ?? settings.signatures_only,
  };
}

/** The question after an edit; the same object when the edit changes nothing. */
export function edited(question: Question, edit: Edit): Question {
  switch (edit.type) {
    case "choose":
      return withChoice(question, edit.id, edit.choice);
    case "budget":
      return validBudget(edit.budget) && edit.budget !== question.budget
        ? { ...question, budget: edit.budget }
        : question;
    case "format":
      return edit.format === question.format ? question : { ...question, format: edit.format };
    case "direction":
      return edit.direction === question.direction ? question : { ...question, direction: edit.direction };
    case "depth":
      return edit.depth === question.depth ? question : { ...question, depth: edit.depth };
    case "signaturesOnly":
      return edit.on === question.signaturesOnly ? question : { ...question, signaturesOnly: edit.on };
    case "template": {
      const template = edit.template === "plain" ? undefined : edit.template;
      return template === question.template ? question : { ...question, template };
    }
    case "clearChoices":
      return Object.keys(question.choices).length === 0 ? question : { ...question, choices: {} };
  }
}

export function validBudget(budget: number): boolean {
  return Number.isInteger(budget) && budget >= 1 && budget <= MAX_BUDGET;
}

/** The budget one step up or down the scale 250, 500, 1000, 2000, 4000 and so on, doubling. */
export function steppedBudget(budget: number, up: boolean): number {
  const steps = budgetSteps();
  const next = up ? steps.find((step) => step > budget) : steps.findLast((step) => step < budget);
  return next ?? budget;
}

/** The argument of `packlens.server.pack` that asks this question, with the parts of the answer. */
export function packArguments(question: Question): PackArguments {
  const { about, budget, format, direction, depth, signaturesOnly, template, choices } = question;
  return {
    ...about,
    direction,
    ...(budget === undefined ? {} : { budget }),
    ...(format === undefined ? {} : { format }),
    ...(depth === undefined ? {} : { depth }),
    ...(signaturesOnly === undefined ? {} : { signaturesOnly }),
    ...(template === undefined ? {} : { template }),
    ...(Object.keys(choices).length === 0 ? {} : { levels: choices }),
    parts: true,
  };
}

function budgetSteps(): number[] {
  const steps: number[] = [];
  for (let step = 250; step <= MAX_BUDGET; step *= 2) {
    steps.push(step);
  }
  return steps;
}

function withChoice(question: Question, id: string, choice: Choice | undefined): Question {
  if (question.choices[id] === choice) {
    return question;
  }
  const others = Object.entries(question.choices).filter(([other]) => other !== id);
  const choices = choice === undefined ? others : [...others, [id, choice] as const];
  return { ...question, choices: Object.fromEntries(choices) };
}
