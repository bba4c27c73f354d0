/** An answer of the server as the preview keeps it. */

import type { PackResult } from "../protocol";
import type { Answer } from "./state";

export function answerOf(result: PackResult): Answer {
  if (result.parts === null) {
    throw new Error("packlens.server.pack: asked for the parts of a pack, and they are not in the answer");
  }
  const { text, format, tokens, budget, tokenizer, digest, pending, warnings, parts } = result;
  return { text, format, tokens, budget, tokenizer, digest, pending, warnings, parts };
}
