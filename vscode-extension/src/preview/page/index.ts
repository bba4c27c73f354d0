/** The page of the preview: draws each view and text that the extension sends, and tells it what the person does. */

import type { ToPage } from "../messages";
import type { Banner, PreviewView } from "../view";
import { drawBar } from "./bar";
import { drawControls, prepareControls } from "./controls";
import { byId, element, setText } from "./dom";
import { Grid } from "./grid";
import { remember, remembered, tell } from "./host";
import { icon } from "./icons";
import { prepareMenu } from "./menu";
import { prepareSplitter } from "./splitter";
import { PackText } from "./packText";
import "./style/index.css";

/** How long the Copy button says that it has copied, in ms. */
const COPIED = 1800;

/** How long a hint stands, in ms. */
const HINTED = 5000;

/** Where a page that was hidden goes back to when it is shown again. */
const SCROLLED = ["pack-scroll", "in", "out"];

const packText = new PackText();
const grids = { in: new Grid(byId("in"), light, hint), out: new Grid(byId("out"), light, hint) };
let drawn: PreviewView | undefined;
let restored = false;
let hinted: ReturnType<typeof setTimeout> | undefined;

byId("undo").append(icon("undo"));
byId("redo").append(icon("redo"));
byId("copy").prepend(icon("copy"));
prepareMenu();
prepareControls();
prepareActs();
prepareText();
prepareSplitter();
window.addEventListener("message", (event: MessageEvent<ToPage>) => {
  const message = event.data;
  if (message.type === "view") {
    draw(message.view);
    remember({ ...remembered(), kept: message.kept });
  } else {
    packText.draw(message.text, message.format, message.stretches);
    restoreScroll();
  }
});
tell({ type: "ready" });

function draw(view: PreviewView): void {
  setText(byId("title"), view.title);
  byId("title").title = view.title;
  setText(byId("subtitle"), view.subtitle);
  document.title = view.title;
  document.body.setAttribute("aria-busy", String(view.busy));
  byId("progress").hidden = !view.busy;
  drawControls(view.controls);
  drawBar(view.bar);
  byId("tokens").hidden = view.bar.segments.length === 0;
  drawBanners(view.banners);
  const inside = view.groups.filter((group) => group.id === "in");
  const outside = view.groups.filter((group) => group.id !== "in");
  grids.in.draw(inside, false);
  const titled = outside.some((group) => group.id !== "out");
  grids.out.draw(outside, titled);
  setText(byId("in-title"), inside[0]?.title ?? "");
  setText(byId("in-count"), inside[0]?.count ?? "");
  setText(byId("out-count"), titled ? "" : (outside[0]?.count ?? ""));
  byId("out-empty").hidden = outside.length > 0 || inside.length === 0;
  document.body.classList.toggle("bare", inside.length === 0);
  setText(byId("caption"), view.textCaption);
  packText.explain(view.empty, view.textCaption === "");
  (byId("copy") as HTMLButtonElement).disabled = !view.canCopy;
  (byId("undo") as HTMLButtonElement).disabled = !view.canUndo;
  (byId("redo") as HTMLButtonElement).disabled = !view.canRedo;
  if (view.announcement.count !== drawn?.announcement.count) {
    announce(view.announcement);
  }
  drawn = view;
}

function drawBanners(banners: readonly Banner[]): void {
  const root = byId("banners");
  const written = JSON.stringify(banners);
  if (root.dataset["drawn"] === written) {
    return;
  }
  root.dataset["drawn"] = written;
  root.replaceChildren(
    ...banners.map((banner) => {
      const acts = banner.actions.map(({ act, label }) => {
        const button = element("button", "plain", { type: "button", "data-act": act }, [label]);
        button.addEventListener("click", () => {
          onBannerAct(act);
        });
        return button;
      });
      return element("div", `banner ${banner.tone}`, {}, [
        icon(banner.tone),
        element("p", "", {}, [banner.text]),
        element("span", "acts", {}, acts),
      ]);
    }),
  );
}

function onBannerAct(act: Banner["actions"][number]["act"]): void {
  switch (act) {
    case "retry":
    case "undo":
      tell({ type: act });
      break;
    case "budget":
      tell({ type: "edit", edit: { type: "budget", budget: (drawn?.controls.budget.value ?? 1) * 2 } });
      break;
    case "clearChoices":
      tell({ type: "edit", edit: { type: "clearChoices" } });
      break;
  }
}

function speak(text: string): void {
  const live = byId("live");
  // A text that is the same as before is only read again when it was empty in between.
  live.textContent = "";
  setTimeout(() => {
    live.textContent = text;
  }, 50);
}

/** Says for a moment why a key did nothing. */
function hint(text: string): void {
  const shown = byId("hint");
  speak(text);
  shown.textContent = text;
  shown.hidden = false;
  clearTimeout(hinted);
  hinted = setTimeout(() => {
    shown.hidden = true;
  }, HINTED);
}

function announce({ what, text }: PreviewView["announcement"]): void {
  speak(text);
  if (what === "copied" && drawn !== undefined) {
    const copy = byId("copy");
    copy.classList.add("done");
    copy.replaceChildren(icon("check"), copy.dataset["copied"] ?? "");
    setTimeout(() => {
      copy.classList.remove("done");
      copy.replaceChildren(icon("copy"), copy.dataset["copy"] ?? "");
    }, COPIED);
  }
}

function prepareActs(): void {
  for (const act of ["undo", "redo", "copy"] as const) {
    byId(act).addEventListener("click", () => {
      tell({ type: act });
    });
  }
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !typing && event.key.toLowerCase() === "z") {
      tell({ type: event.shiftKey ? "redo" : "undo" });
      event.preventDefault();
    }
  });
}

function prepareText(): void {
  const wrap = byId("wrap");
  const show = (on: boolean): void => {
    wrap.setAttribute("aria-pressed", String(on));
    byId("pack-text").classList.toggle("wrapped", on);
  };
  show(remembered().wrap);
  wrap.addEventListener("click", () => {
    const on = wrap.getAttribute("aria-pressed") !== "true";
    show(on);
    remember({ ...remembered(), wrap: on });
  });
  byId("pack-text").addEventListener("pointerover", (event) => {
    const id = packText.idAt(event.target);
    grids.in.mark(id);
  });
  byId("pack-text").addEventListener("pointerleave", () => {
    grids.in.mark(undefined);
  });
  for (const id of SCROLLED) {
    byId(id).addEventListener("scrollend", () => {
      remember({ ...remembered(), scroll: { ...remembered().scroll, [id]: byId(id).scrollTop } });
    });
  }
}

/** A page that was hidden is made anew when it is shown again; it goes back to where it was. */
function restoreScroll(): void {
  if (restored) {
    return;
  }
  restored = true;
  for (const [id, top] of Object.entries(remembered().scroll)) {
    byId(id).scrollTop = top;
  }
}

function light(id: string | undefined, reveal: boolean): void {
  packText.light(id);
  if (id !== undefined && reveal) {
    packText.scrollTo(id);
  }
}
