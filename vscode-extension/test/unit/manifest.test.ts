/** What package.json promises to the editor: every word, file and command that it names is there. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

interface Step {
  readonly media: { readonly markdown: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly submenu?: string }[]>>;
    readonly submenus: readonly { readonly id: string }[];
    readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
  };
}

const TEXT = readFileSync("package.json", "utf8");
const { contributes } = JSON.parse(TEXT) as Manifest;
const words = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;
const commands = new Set(contributes.commands.map(({ command }) => command));

test("every word of the manifest has its text, and every text its place", () => {
  const used = [...TEXT.matchAll(/"%([\w.-]+)%"/g)].map((match) => match[1] ?? "");
  assert.deepEqual([...new Set(used)].sort(), Object.keys(words).sort());
});

test("every text that the sources show is in the bundle for those who translate", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/l10n.mjs", "--check"], { encoding: "utf8" });
  assert.deepEqual([status, stderr], [0, ""]);
});

test("titles and categories stand as the editor shows them", () => {
  for (const { command, title, category } of contributes.commands) {
    assert.match(title, /^%command\.\w+%$/, command);
    assert.equal(category, "Packlens", command);
  }
});

test("every menu entry is a command or a submenu that there is", () => {
  const submenus = new Set(contributes.submenus.map(({ id }) => id));
  const unknown = Object.entries(contributes.menus).flatMap(([menu, entries]) =>
    entries
      .filter(({ command, submenu }) => !commands.has(command ?? "") && !submenus.has(submenu ?? ""))
      .map(({ command, submenu }) => `${menu}: ${command ?? submenu ?? ""}`),
  );
  assert.deepEqual(unknown, []);
});

test("the walkthrough has four steps, whose pages are there and whose ends can be reached", () => {
  const [walkthrough, ...others] = contributes.walkthroughs;
  assert.deepEqual(others, []);
  assert.equal(walkthrough?.steps.length, 4);
  for (const { media, completionEvents } of walkthrough.steps) {
    assert.ok(existsSync(media.markdown), media.markdown);
    assert.ok(completionEvents.length > 0);
    for (const event of completionEvents) {
      const [kind, name = ""] = event.split(":");
      const known = { onCommand: commands.has(name), onSettingChanged: TEXT.includes(`"${name}": {`), onContext: true };
      assert.equal(known[kind as keyof typeof known], true, event);
    }
  }
  const linked = Object.values(words).flatMap((text) => [...text.matchAll(/\(command:([\w.-]+)/g)].map((match) => match[1] ?? ""));
  assert.deepEqual(linked.filter((command) => command.startsWith("packlens.") && !commands.has(command)), []);
});
