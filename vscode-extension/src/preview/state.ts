/**
 * What a preview knows, and how each event changes it. Pure: no editor, no page, no clock.
 *
 * A question is asked under a number, and only the answer to the last number counts. The last answer stays visible
 * while the next one is on its way. `history` and `future` hold the questions to go back and forward to.
 */

import type { Failure } from "../failure";
import type { Pack } from "../forms";
import { edited, settled, type Edit, type Question } from "./question";

/** An answer of the server, as the preview uses it. */
export interface Answer {
  readonly text: string;
  readonly format: string;
  readonly tokens: number;
  readonly budget: number;
  readonly tokenizer: string;
  readonly digest: string;
  readonly pending: number;
  readonly warnings: readonly string[];
  readonly parts: Pack;
}

export interface PreviewState {
  readonly question: Question;
  readonly history: readonly Question[];
  readonly future: readonly Question[];
  /** The number of the last question asked; 0 before the first. */
  readonly asked: number;
  /** The question of that number; a question other than this one is still to be asked. */
  readonly askedQuestion: Question | undefined;
  /** An answer is awaited. */
  readonly waiting: boolean;
  /** The texts changed since the last question. */
  readonly stale: boolean;
  readonly answer: Answer | undefined;
  readonly answeredQuestion: Question | undefined;
  readonly failure: Failure | undefined;
  /** What was done last, to be said aloud; counted so that the same thing twice is said twice. */
  readonly said: { readonly count: number; readonly what: Saying | undefined };
  /** A person, not an edit of a text, made the question that is being asked. */
  readonly byPerson: boolean;
  /** The names of the person's own templates. */
  readonly templates: readonly string[];
}

export type Saying = "updated" | "failed" | "copied" | "copyFailed";

export type Event =
  | { readonly type: "edit"; readonly edit: Edit }
  | { readonly type: "retarget"; readonly question: Question }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "textsChanged" }
  | { readonly type: "asked" }
  | { readonly type: "answered"; readonly number: number; readonly answer: Answer }
  | { readonly type: "failed"; readonly number: number; readonly failure: Failure }
  | { readonly type: "copied" }
  | { readonly type: "copyFailed" };

export function started(question: Question, templates: readonly string[] = []): PreviewState {
  return {
    question,
    history: [],
    future: [],
    asked: 0,
    askedQuestion: undefined,
    waiting: false,
    stale: false,
    answer: undefined,
    answeredQuestion: undefined,
    failure: undefined,
    said: { count: 0, what: undefined },
    byPerson: true,
    templates,
  };
}

/** Whether the question, or what it was asked of, is newer than what was asked last. */
export function mustAsk(state: PreviewState): boolean {
  return state.question !== state.askedQuestion || state.stale;
}

/** The text that Copy copies; none while nothing is shown or what is shown answers another question. */
export function copyable(state: PreviewState): string | undefined {
  const current = state.answer !== undefined && state.answeredQuestion === state.question;
  return current && state.failure === undefined ? state.answer.text : undefined;
}

export function reduce(state: PreviewState, event: Event): PreviewState {
  switch (event.type) {
    case "edit": {
      const question = edited(state.question, event.edit);
      return question === state.question
        ? state
        : { ...state, question, history: [...state.history, state.question], future: [], byPerson: true };
    }
    case "retarget":
      return { ...started(event.question, state.templates), asked: state.asked, said: state.said };
    case "undo": {
      const question = state.history.at(-1);
      return question === undefined
        ? state
        : {
           ...state,
           question,
           history: state.history.slice(0, -1),
           future: [state.question, ...state.future],
           byPerson: true,
         };
    }
    case "redo": {
      const [question, ...future] = state.future;
      return question === undefined
        ? state
        : { ...state, question, history: [...state.history, state.question], future, byPerson: true };
    }
    case "textsChanged":
      return { ...state, stale: true };
    case "asked":
      return {
        ...state,
        asked: state.asked + 1,
        askedQuestion: state.question,
        waiting: true,
        stale: false,
      };
    case "answered":
      return event.number === state.asked ? answered(state, event.answer) : state;
    case "failed":
      return event.number === state.asked
        ? spoken({ ...state, waiting: false, failure: event.failure, byPerson: false }, "failed")
        : state;
    case "copied":
      return spoken(state, "copied");
    case "copyFailed":
      return spoken(state, "copyFailed");
  }
}

/** The first answer also says what the settings gave for what the question left open. */
function answered(state: PreviewState, answer: Answer): PreviewState {
  const isCurrent = state.question === state.askedQuestion;
  const settle = (question: Question): Question => settled(question, answer.format, answer.parts.settings);
  const question = settle(state.question);
  const answeredQuestion = isCurrent ? question : state.askedQuestion && settle(state.askedQuestion);
  const next = {
    ...state,
    question,
    askedQuestion: answeredQuestion,
    answeredQuestion,
    history: state.answer === undefined ? state.history.map(settle) : state.history,
    waiting: false,
    answer,
    failure: undefined,
    byPerson: false,
  };
  return spoken(next, state.byPerson ? "updated" : undefined);
}

function spoken(state: PreviewState, what: Saying | undefined): PreviewState {
  return what === undefined ? state : { ...state, said: { count: state.said.count + 1, what } };
}
