/** The rows of the preview's lists: what is in the pack and why, what was left out and at what price. */

import type { Level, Pack, PackItem as Item, PackOmitted as Omitted, PackPossible as Possible } from "../forms";
import { nameOfId, pathOfId } from "../ids";
import type { Choice, Question } from "./question";
import type { Span, PreviewWords } from "./words";

export interface MenuEntry {
  /** A choice, or "" for none: the level that the pack gives by itself. */
  readonly value: Choice | "";
  readonly label: string;
  readonly checked: boolean;
}

/** A button of a row that makes a choice for its symbol; no choice takes the person's choice back. */
export interface ChoiceButton {
  readonly choice: Choice | undefined;
  readonly label: string;
}

export interface Row {
  /** Stable over answers: the page keeps focus by it. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** Where it is, to open it; line 0 when that is not known. */
  readonly path: string;
  readonly line: number;
  /** Where it is, to read. */
  readonly where: string;
  readonly badge: Level | "out" | "possible";
  readonly badgeText: string;
  readonly price: string;
  /** Of the dearest row of its group, from 0 to 1. */
  readonly share: number;
  readonly why: string;
  /** What the eye sees elsewhere in the row, for a screen reader that is told only its name, place and reason. */
  readonly more: string;
  /** It is what was asked for. */
  readonly target: boolean;
  /** Its code stands in the pack's text. */
  readonly inText: boolean;
  readonly goLabel: string;
  /** Empty where nothing can be chosen. */
  readonly menu: readonly MenuEntry[];
  readonly menuLabel: string;
  readonly pin: (ChoiceButton & { readonly pressed: boolean }) | undefined;
  /** Why the symbol cannot be left out; empty where it can. */
  readonly kept: string;
  /** Leaves the symbol out, or takes that back. */
  readonly drop: (ChoiceButton & { readonly taken: boolean }) | undefined;
}

/** Rows under one heading: the file they are in, or nothing. */
export interface Section {
  readonly heading: string;
  readonly price: string;
  readonly rows: readonly Row[];
}

export interface Group {
  readonly id: "in" | "out" | "dropped" | "possible";
  readonly title: string;
  readonly count: string;
  readonly note: string;
  readonly sections: readonly Section[];
}

/** What is in the pack, what is not, and what is only possible; a group without rows is left out, except the first. */
export function groupsOf(parts: Pack, question: Question, isCurrent: boolean, words: PreviewWords): Group[] {
  const shown = new Set(parts.items.map((item) => item.id));
  const dropped = Object.entries(question.choices).filter(([id]) => !shown.has(id));
  const omitted = parts.omitted.filter((row) => !shown.has(row.id) && question.choices[row.id] === undefined);
  const farther = parts.omitted_total - parts.omitted.length;
  const groups: Group[] = [
    itemGroup(parts, question, isCurrent, words),
    {
      id: "dropped",
      title: words.say("By your choice"),
      count: words.number(dropped.length),
      note: "",
      sections: [{ heading: "", price: "", rows: dropped.map(([id, choice]) => absentRow(id, choice, parts, words)) }],
    },
    {
      id: "out",
      title: words.say("By the budget"),
      count: words.number(omitted.length + farther),
      note: farther > 0 ? words.say("and {0} more, farther away", words.number(farther)) : "",
      sections: [{ heading: "", price: "", rows: omittedRows(omitted, question, words) }],
    },
    {
      id: "possible",
      title: words.say("Possible"),
      count: words.number(parts.possible.length),
      note: words.say("Nothing settles whether these are meant. They are never packed."),
      sections: [{ heading: "", price: "", rows: parts.possible.map((row) => possibleRow(row, words)) }],
    },
  ];
  const isSaid = ({ id, sections }: Group): boolean =>
    id === "in" || (id === "out" && farther > 0) || sections.some((section) => section.rows.length > 0);
  return groups.filter(isSaid);
}

/** What is in, by file, in the order of the pack. */
function itemGroup(parts: Pack, question: Question, isCurrent: boolean, words: PreviewWords): Group {
  const spans = spansOf(parts);
  const larger = new Map(parts.omitted.map((row) => [row.id, row]));
  const targets = new Set(parts.target.ids);
  // What words or a diff led to was found, and may be left out.
  const isNamed = parts.target.kind === "symbol" || parts.target.kind === "file";
  const dearest = Math.max(1, ...parts.items.map((item) => item.tokens));
  const sections: { path: string; tokens: number; rows: Row[] }[] = [];
  for (const item of parts.items) {
    const last = sections.at(-1);
    const section = last?.path === item.path ? last : { path: item.path, tokens: 0, rows: [] };
    if (section !== last) {
      sections.push(section);
    }
    const isTarget = targets.has(item.id) || (isNamed && item.distance === 0 && item.level !== "excerpt");
    const reasons = [words.why(item, isTarget, (id) => spans.get(id)), largerText(larger.get(item.id), words)];
    const why = reasons.filter((part) => part !== "").join(" · ");
    section.rows.push(itemRow(item, isTarget, why, item.tokens / dearest, question.choices[item.id], words));
    section.tokens += item.tokens;
  }
  return {
    id: "in",
    title: isCurrent ? words.say("In the pack") : words.say("In the last pack that worked"),
    count: words.number(parts.items.length),
    note: "",
    sections: sections.map(({ path, tokens, rows }) => ({ heading: path, price: words.number(tokens), rows })),
  };
}

/** What a part that is shown smaller would cost at its larger level. */
function largerText(row: Omitted | undefined, words: PreviewWords): string {
  return row === undefined ? "" : words.say("{0} would add {1}", words.level(row.level), words.number(row.tokens));
}

function itemRow(
  item: Item,
  isTarget: boolean,
  why: string,
  share: number,
  choice: Choice | undefined,
  words: PreviewWords,
): Row {
  const name = nameOfId(item.id);
  const level = words.level(item.level);
  const pinned = choice !== undefined && choice !== "drop";
  return {
    ...bareRow(`in ${item.id}`, item.id, item.path, item.start_line, words),
    kind: item.kind,
    inText: item.text !== "",
    where: lines(item.start_line, item.end_line),
    badge: item.level,
    badgeText: level,
    price: words.number(item.tokens),
    share,
    why,
    more: sentence(level, words.tokens(item.tokens), pinned ? words.say("pinned") : ""),
    target: isTarget,
    menu: menuOf(choice, !isTarget, words),
    menuLabel: words.say("Level of {0}: {1}", name, level),
    pin: pinButton(name, choice, item.level, words),
    kept: isTarget ? words.say("{0} is what was asked for, and stays in the pack.", name) : "",
    drop: isTarget ? undefined : dropButton(name, choice, words),
  };
}

function omittedRows(rows: readonly Omitted[], question: Question, words: PreviewWords): Row[] {
  const dearest = Math.max(1, ...rows.map((row) => row.tokens));
  return rows.map((row) => omittedRow(row, row.tokens / dearest, question.choices[row.id], words));
}

function omittedRow(row: Omitted, share: number, choice: Choice | undefined, words: PreviewWords): Row {
  const name = nameOfId(row.id);
  const level = words.level(row.level);
  const why = `${words.say("did not fit")} · ${row.path}:${row.start_line}`;
  return {
    ...bareRow(`out ${row.id}`, row.id, row.path, row.start_line, words),
    badge: "out",
    badgeText: level,
    price: `+${words.number(row.tokens)}`,
    share,
    why,
    more: words.say("{0} would add {1}", level, words.tokens(row.tokens)),
    menu: menuOf(choice, true, words),
    menuLabel: words.say("Level of {0}: {1}, left out", name, level),
    pin: pinButton(name, choice, row.level, words),
  };
}

/** A symbol that the person made a choice for and that no item of the pack shows. */
function absentRow(id: string, choice: Choice, parts: Pack, words: PreviewWords): Row {
  const row = parts.omitted.find((one) => one.id === id);
  const name = nameOfId(id);
  const cause =
    choice === "drop"
      ? words.say("left out by you")
      : words.say("wanted as “{0}”, but it does not fit or is gone", words.choice(choice));
  const badgeText = choice === "drop" ? words.say("dropped") : words.say("missing");
  const path = row?.path ?? pathOfId(id);
  const line = row?.start_line ?? 0;
  const why = `${cause} · ${line > 0 ? `${path}:${line}` : path}`;
  return {
    ...bareRow(`absent ${id}`, id, path, line, words),
    badge: "out",
    badgeText,
    price: row === undefined ? "" : `+${words.number(row.tokens)}`,
    why,
    menu: menuOf(choice, true, words),
    menuLabel: words.say("Level of {0}: {1}", name, badgeText),
    drop: { choice: undefined, taken: true, label: words.say("Undo the choice for {0}", name) },
  };
}

function possibleRow(row: Possible, words: PreviewWords): Row {
  const why = `${words.say("a “{0}” here may be meant", row.name)} · ${row.path}:${row.line}`;
  return {
    ...bareRow(`possible ${row.id} ${row.line} ${row.name}`, row.id, row.path, row.line, words),
    badge: "possible",
    badgeText: words.say("possible"),
    why,
    more: words.say("possible"),
  };
}

function bareRow(
  key: string,
  id: string,
  path: string,
  line: number,
  words: PreviewWords,
): Omit<Row, "badge" | "badgeText" | "why"> {
  return {
    key,
    id,
    name: nameOfId(id),
    kind: "",
    path,
    line,
    where: "",
    price: "",
    share: 0,
    more: "",
    target: false,
    inText: false,
    goLabel: words.say("Open the source of {0}", nameOfId(id)),
    menu: [],
    menuLabel: "",
    pin: undefined,
    kept: "",
    drop: undefined,
  };
}

function pinButton(name: string, choice: Choice | undefined, level: Level, words: PreviewWords): Row["pin"] {
  const pressed = choice !== undefined && choice !== "drop";
  return pressed
    ? { choice: undefined, pressed, label: words.say("Unpin {0}", name) }
    : {
        choice: level === "excerpt" ? "full" : level,
        pressed,
        label: words.say("Pin {0} as {1}", name, words.level(level === "excerpt" ? "full" : level)),
      };
}

function dropButton(name: string, choice: Choice | undefined, words: PreviewWords): Row["drop"] {
  return choice === "drop"
    ? { choice: undefined, taken: true, label: words.say("Undo the choice for {0}", name) }
    : { choice: "drop", taken: false, label: words.say("Leave out {0}", name) };
}

function menuOf(choice: Choice | undefined, droppable: boolean, words: PreviewWords): MenuEntry[] {
  const choices: Choice[] = droppable ? ["full", "signature", "name", "drop"] : ["full", "signature", "name"];
  return [
    { value: "", label: words.say("As the budget allows"), checked: choice === undefined },
    ...choices.map((value) => ({ value, label: words.choice(value), checked: value === choice })),
  ];
}

function lines(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}

function sentence(...facts: readonly string[]): string {
  return facts.filter((fact) => fact !== "").join(", ");
}

function spansOf(parts: Pack): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const row of [...parts.omitted, ...parts.items]) {
    spans.set(row.id, { path: row.path, start: row.start_line, end: row.end_line });
  }
  return spans;
}
