/** The words of the preview, beside those that it shares with the other views. */

import type { PackItem as Item, PackVia as Via } from "../forms";
import { nameOfId } from "../ids";
import { Words } from "../words";
import type { Choice, Depth, Direction } from "./question";

export class PreviewWords extends Words {
  choice(choice: Choice): string {
    switch (choice) {
      case "full":
        return this.say("Full source");
      case "signature":
        return this.say("Signature only");
      case "name":
        return this.say("Name only");
      case "drop":
        return this.say("Leave out");
    }
  }

  format(format: string): string {
    switch (format) {
      case "xml":
        return this.say("XML");
      case "json":
        return this.say("JSON");
      case "text":
        return this.say("Plain text");
      default:
        return this.say("Markdown");
    }
  }

  direction(direction: Direction): string {
    switch (direction) {
      case "both":
        return this.say("Both ways");
      case "callees":
        return this.say("What it uses");
      case "callers":
        return this.say("What uses it");
    }
  }

  depth(depth: Depth): string {
    if (depth === 0) {
      return this.say("Target alone");
    }
    if (depth === "all") {
      return this.say("As far as it goes");
    }
    return this.counted(depth, "1 hop", "{0} hops");
  }

  /** Why an item is in the pack: the edge that brought it, and how far it is. */
  why(item: Item, isTarget: boolean, spanOf: (id: string) => Span | undefined): string {
    if (isTarget) {
      return this.say("asked for");
    }
    const via = item.via[0];
    if (via === undefined) {
      return item.level === "excerpt"
        ? this.say("the class around what is shown of it")
        : this.say("belongs to what was asked for");
    }
    if (via.words !== undefined) {
      return this.reason(via);
    }
    const edge = this.edge(via, item, spanOf(via.id));
    const more = item.via.length > 1 ? this.say("{0}, and {1} more", edge, item.via.length - 1) : edge;
    return item.distance > 1 ? this.say("{0} · {1} hops away", more, item.distance) : more;
  }

  /** What is no edge: the words of the question that it was found by, or what it belongs to. */
  private reason(via: Via): string {
    const words = (via.words ?? []).join(", ");
    switch (via.kind) {
      case "named":
        return this.say("named in the question");
      case "companion":
        return this.say("belongs to {0}", nameOfId(via.id));
      case "changed":
        return this.say("changed");
      default:
        return words === "" ? this.say("found by the question") : this.say("matches {0}", words);
    }
  }

  /**
   * The edge in words. A row says at which line it stands but not in which of its two ends: the end whose lines
   * hold that line is the one that uses the other; where both or neither do, the words say no direction.
   */
  private edge(via: Via, item: Item, other: Span | undefined): string {
    const name = nameOfId(via.id);
    const line = via.line ?? 0;
    const inItem = holds({ path: item.path, start: item.start_line, end: item.end_line }, line);
    const inOther = other !== undefined && holds(other, line);
    const forward = inOther && !inItem;
    const backward = inItem && !inOther;
    if (!forward && !backward) {
      return this.say("linked with {0}", name);
    }
    switch (via.kind) {
      case "calls":
        return forward ? this.say("called by {0}", name) : this.say("calls {0}", name);
      case "extends":
        return forward ? this.say("base of {0}", name) : this.say("extends {0}", name);
      case "overrides":
        return forward ? this.say("overridden by {0}", name) : this.say("overrides {0}", name);
      case "decorates":
        return forward ? this.say("decorates {0}", name) : this.say("decorated by {0}", name);
      case "tests":
        return forward ? this.say("tested by {0}", name) : this.say("tests {0}", name);
      default:
        return forward ? this.say("used by {0}", name) : this.say("uses {0}", name);
    }
  }
}

export interface Span {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

function holds(span: Span, line: number): boolean {
  return span.start <= line && line <= span.end;
}
