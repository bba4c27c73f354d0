/** Words around a pack: the product's templates, and those of a person's settings. */

import type { Say } from "./words";

/** As in `views/layout/templates.py`; `plain` is none. */
export const TEMPLATES = ["plain", "explain", "fix", "review", "test"] as const;

/** What a template is for, in a few words; empty for one of a person's own. */
export function templateText(name: string, say: Say): string {
  switch (name) {
    case "plain":
      return say("No words around it");
    case "explain":
      return say("Explain this code");
    case "fix":
      return say("Fix this error");
    case "review":
      return say("Review this code");
    case "test":
      return say("Write tests");
    default:
      return name;
  }
}
