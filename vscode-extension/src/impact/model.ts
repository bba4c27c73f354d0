/**
 * What a change reaches, as a tree: what breaks, who is affected directly and farther away with the path that proves it,
 * the tests to run, and, apart from these, what is only possible, cannot be judged, or is none of the graph's business.
 * Pure: an answer in, nodes out.
 */

import type { Impact, ImpactRow, ImpactStep, ImpactTest } from "../forms";
import { nameOfId, pathOfId } from "../ids";
import type { ImpactArguments } from "../protocol";
import { LEAF, possibleNode, statement, type Node } from "../tree/nodes";
import { counted, type Say } from "../words";

/** Groups of more rows than this begin folded. */
const FEW = 40;
/** A step below this confidence is a guess. */
export const SURE = 0.8;

export function treeOf(impact: Impact, say: Say): Node[] {
  const { direct, transitive, tests, possible, unfit, unknown, other, recording, pending } = impact;
  const groups = [
    group("unfit", say("No longer fits"), "error", unfit.map((one, index) => ({
      ...LEAF,
      id: `unfit ${index} ${one.id}`,
      kind: "symbol" as const,
      label: nameOfId(one.id),
      description: `${one.path}:${one.line} · ${one.reason}`,
      tooltip: `${one.reason}\n${one.path}:${one.line}`,
      icon: "error",
      site: { path: one.path, line: one.line, at: 0 },
      symbol: one.id,
    }))),
    group("direct", say("Direct"), "call-incoming", direct.map((row) => rowNode("direct", row, say))),
    group("transitive", say("Transitive"), "type-hierarchy-super", transitive.map((row) => rowNode("transitive", row, say))),
    group("tests", say("Tests to run"), "beaker", tests.map((test) => testNode(test, say))),
    group("possible", say("Possible"), "question", possible.map((use, index) => possibleNode(use, index, say))),
    group("unknown", say("Cannot be judged"), "warning", unknown.map((one, index) => ({
      ...LEAF,
      id: `unknown ${index} ${one.path}`,
      kind: "other" as const,
      label: one.path,
      description: one.reason,
      tooltip: `${one.path}\n${one.reason}`,
      icon: "warning",
      file: one.path,
    }))),
    { ...group("other", say("Not Python"), "file", other.map((path) => otherNode(path, say))), expanded: false },
  ].filter(({ children }) => children.length > 0);
  const nodes: Node[] = [{ ...statement("risk", riskText(impact, say), iconOfRisk(impact.risk)), description: impact.reasons.join("; ") }, ...groups];
  if (direct.length + transitive.length === 0 && impact.changed.length > 0) {
    nodes.push(statement("nobody", pending > 0 || possible.length > 0 ? say("Nobody that is certain is affected") : say("Nobody is affected"), "circle-slash"));
  }
  if (impact.changed.length === 0) {
    nodes.push(statement("nothing", say("Nothing has changed that is indexed"), "circle-slash"));
  }
  if (tests.length === 0 && impact.changed.length > 0) {
    nodes.push(statement("untested", say("No test reaches it"), "beaker-stop"));
  }
  if (recording !== "") {
    nodes.push(statement("recording", recording, "history"));
  }
  if (pending > 0) {
    const text = counted(say, pending, "1 place could still change this", "{0} places could still change this");
    nodes.push(statement("pending", text, "sync"));
  }
  return nodes;
}

/** What an impact is of, in a few words. */
export function askedText(asked: ImpactArguments, impact: Impact, say: Say): string {
  if (asked.staged === true) {
    return say("staged changes");
  }
  if (typeof asked.diff === "string") {
    return asked.diff;
  }
  const [first, ...others] = impact.changed;
  if ((asked.targets ?? []).length === 0 && typeof asked.uri !== "string") {
    return say("changes since the last commit");
  }
  return first === undefined ? impact.asked : others.length === 0 ? nameOfId(first.id) : say("{0} and {1} more", nameOfId(first.id), others.length);
}

/** The command line that runs exactly the tests; undefined where there is none. */
export function pytestLine({ tests }: Impact): string | undefined {
  return tests.length === 0 ? undefined : ["pytest", ...tests.map(({ nodeid }) => quoted(nodeid))].join(" ");
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./[\]-]+$/.test(argument) && !argument.includes("[") ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}

function riskText({ risk }: Impact, say: Say): string {
  switch (risk) {
    case "low":
      return say("Risk: low");
    case "medium":
      return say("Risk: medium");
    case "high":
      return say("Risk: high");
    case "unknown":
      return say("Risk: not known");
  }
}

function iconOfRisk(risk: Impact["risk"]): string {
  return { low: "pass", medium: "info", high: "flame", unknown: "question" }[risk];
}

function group(id: string, label: string, icon: string, children: readonly Node[]): Node {
  return { ...LEAF, id, kind: "group", label, description: String(children.length), icon, children, expanded: children.length <= FEW };
}

/** A changed file that says nothing about Python code; its icon is that of its kind. */
function otherNode(path: string, say: Say): Node {
  return {
    ...LEAF,
    id: `other ${path}`,
    kind: "other",
    label: path,
    tooltip: `${path}\n${say("has changed, and no Python code names it")}`,
    icon: "file",
    file: path,
  };
}

function rowNode(of: string, row: ImpactRow, say: Say): Node {
  const way = wayOf(row.path_ids);
  const step = row.steps.at(-1);
  return {
    ...LEAF,
    id: `${of} ${row.id}`,
    kind: "symbol",
    label: nameOfId(row.id),
    description: [row.depth > 1 ? say("{0} hops", row.depth) : manner(step, say), row.path].filter((part) => part !== "").join(" · "),
    tooltip: `${way.join(" → ")}\n${row.path}\n${say("confidence {0}", row.confidence)}`,
    way,
    icon: "symbol-method",
    ...siteOf(row.path, step),
    symbol: row.id,
    children: row.depth > 1 ? stepNodes(`${of} ${row.id}`, row.path_ids, row.steps, say) : [],
  };
}

function testNode(test: ImpactTest, say: Say): Node {
  return {
    ...LEAF,
    id: `tests ${test.nodeid}`,
    kind: "symbol",
    label: test.nodeid.slice(test.nodeid.indexOf("::") + 2),
    description: test.steps.some(({ confidence }) => confidence < SURE) ? say("may reach it · {0}", test.path) : test.path,
    way: [test.nodeid],
    tooltip: `${test.nodeid}\n${wayOf(test.path_ids).join(" → ")}\n${say("confidence {0}", test.confidence)}`,
    icon: "beaker",
    symbol: test.id,
    children: test.steps.length > 1 ? stepNodes(`tests ${test.nodeid}`, test.path_ids, test.steps, say) : [],
  };
}

/** The path, from the symbol back to what changed, one row a hop. */
function stepNodes(of: string, ids: readonly string[], steps: readonly ImpactStep[], say: Say): Node[] {
  return steps
    .map((step, index): Node => {
      const [used = "", user = ""] = ids.slice(index, index + 2);
      const path = pathOfId(user);
      return {
        ...LEAF,
        id: `${of} ${index}`,
        kind: "step",
        label: `${nameOfId(user)} → ${nameOfId(used)}`,
        description: [manner(step, say) || say("calls it"), step.line > 0 ? `${path}:${step.line}` : path].join(" · "),
        tooltip: `${path}:${step.line}`,
        icon: "arrow-small-right",
        ...siteOf(path, step),
      };
    })
    .reverse();
}

function siteOf(path: string, step: ImpactStep | undefined): Pick<Node, "site"> {
  return step === undefined || step.line === 0 ? {} : { site: { path, line: step.line, at: 0 } };
}

function wayOf(ids: readonly string[]): string[] {
  return [...ids].reverse().map(nameOfId);
}

/** How a hop uses what it uses, where it is not a plain call. */
function manner(step: ImpactStep | undefined, say: Say): string {
  switch (step?.kind) {
    case "references":
      return say("refers to it");
    case "imports":
      return say("imports it");
    case "extends":
      return say("extends it");
    case "overrides":
      return say("overrides it");
    case "decorates":
      return say("is decorated by it");
    case "tests":
      return say("tests it");
    case "encloses":
      return say("holds it");
    case "runs":
      return say("runs it");
    case "executed":
      return say("ran it, as recorded");
    case "implicit":
      return say("uses its class");
    case "possible":
      return say("may call it");
    default:
      return step?.through === "dispatch" ? say("through an overridden method") : "";
  }
}
