/** The fields above the lists: budget, format, direction, reach, template, signatures only. */

import { MAX_BUDGET, validBudget, type Direction, type Edit, type Format } from "../question";
import type { Controls, Field } from "../view";
import { byId, element } from "./dom";
import { tell } from "./host";
import { icon } from "./icons";

/** How long a person may pause while typing a budget before it is asked for, in ms. */
const TYPING = 600;

export function prepareControls(): void {
  const budget = byId("budget") as HTMLInputElement;
  let typing: ReturnType<typeof setTimeout> | undefined;
  const take = (): void => {
    clearTimeout(typing);
    typing = undefined;
    const value = budget.value.trim() === "" ? NaN : Number(budget.value);
    showBudgetProblem(!validBudget(value));
    if (validBudget(value)) {
      edit({ type: "budget", budget: value });
    }
  };
  budget.max = String(MAX_BUDGET);
  budget.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(take, TYPING);
  });
  budget.addEventListener("change", take);
  // No change is told of a number that is again what it was when the field was entered.
  budget.addEventListener("blur", () => {
    if (typing !== undefined) {
      take();
    }
  });
  for (const [id, drawing] of [
    ["budget-less", "minus"],
    ["budget-more", "plus"],
  ] as const) {
    const button = byId(id);
    button.append(icon(drawing));
    button.addEventListener("click", () => {
      showBudgetProblem(false);
      edit({ type: "budget", budget: Number(button.dataset["budget"]) });
    });
  }
  onChange("format", (value) => ({ type: "format", format: value as Format }));
  onChange("direction", (value) => ({ type: "direction", direction: value as Direction }));
  onChange("depth", (value) => ({ type: "depth", depth: value === "all" ? "all" : Number(value) }));
  onChange("template", (value) => ({ type: "template", template: value }));
  const signatures = byId("signatures-only") as HTMLInputElement;
  signatures.addEventListener("change", () => {
    edit({ type: "signaturesOnly", on: signatures.checked });
  });
}

export function drawControls(controls: Controls): void {
  const budget = byId("budget") as HTMLInputElement;
  const value = controls.known ? String(controls.budget.value) : "";
  for (const field of byId("controls").querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) {
    field.disabled = !controls.known;
  }
  // What a person is typing is not taken from under them by an answer to something else.
  const drawn = budget.dataset["drawn"];
  if (document.activeElement !== budget || drawn !== value) {
    budget.value = value;
    budget.dataset["drawn"] = value;
    showBudgetProblem(false);
  }
  byId("budget-less").dataset["budget"] = String(controls.budget.less);
  byId("budget-more").dataset["budget"] = String(controls.budget.more);
  (byId("budget-less") as HTMLButtonElement).disabled = !controls.known || controls.budget.less === controls.budget.value;
  (byId("budget-more") as HTMLButtonElement).disabled = !controls.known || controls.budget.more === controls.budget.value;
  drawField("format", controls.format);
  drawField("direction", controls.direction);
  drawField("depth", controls.depth);
  drawField("template", controls.template);
  (byId("signatures-only") as HTMLInputElement).checked = controls.signaturesOnly;
}

function drawField(id: string, field: Field): void {
  const select = byId(id) as HTMLSelectElement;
  const written = field.options.map((option) => `${option.value} ${option.label}`).join("\n");
  if (select.dataset["options"] !== written) {
    select.dataset["options"] = written;
    select.replaceChildren(
      ...field.options.map((option) => element("option", "", { value: option.value }, [option.label])),
    );
  }
  select.value = field.value;
}

function onChange(id: string, editOf: (value: string) => Edit): void {
  const select = byId(id) as HTMLSelectElement;
  select.addEventListener("change", () => {
    edit(editOf(select.value));
  });
}

function edit(change: Edit): void {
  tell({ type: "edit", edit: change });
}

function showBudgetProblem(wrong: boolean): void {
  const problem = byId("budget-problem");
  problem.hidden = !wrong;
  problem.textContent = wrong ? (problem.dataset["text"] ?? "") : "";
  byId("budget").setAttribute("aria-invalid", String(wrong));
}
