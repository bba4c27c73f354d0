/** Words that several views share. Numbers are written as the person's language writes them. */

import type { Level } from "./protocol";

/** `vscode.l10n.t`, or anything that fills `{0}`. */
export type Say = (message: string, ...values: (string | number | boolean)[]) => string;

export class Words {
  private readonly numbers: Intl.NumberFormat;

  constructor(
    readonly say: Say,
    language: string,
  ) {
    this.numbers = new Intl.NumberFormat(language);
  }

  number(value: number): string {
    return this.numbers.format(value);
  }

  tokens(value: number): string {
    return value === 1 ? this.say("1 token") : this.say("{0} tokens", this.number(value));
  }

  level(level: Level): string {
    switch (level) {
      case "full":
        return this.say("full");
      case "excerpt":
        return this.say("excerpt");
      case "signature":
        return this.say("signature");
      case "name":
        return this.say("name");
    }
  }
}
