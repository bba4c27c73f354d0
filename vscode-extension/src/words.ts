/** Words that several views share. Numbers are written as the person's language writes them. */

import type { Level } from "./forms";

/** `vscode.l10n.t`, or anything that fills `{0}`. */
export type Say = (message: string, ...values: (string | number | boolean)[]) => string;

/** `one` for one thing, else `many`, in which `{0}` stands for the number as it is `shown`. */
export function counted(say: Say, value: number, one: string, many: string, shown: string | number = value): string {
  return value === 1 ? say(one) : say(many, shown);
}

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
    return this.counted(value, "1 token", "{0} tokens");
  }

  /** `one` for one thing, else `many`, in which `{0}` stands for the number. */
  counted(value: number, one: string, many: string): string {
    return counted(this.say, value, one, many, this.number(value));
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
