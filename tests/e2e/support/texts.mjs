// Comparing packs: whole texts, with a message that names the first line that differs and not two thousand others.

/** Fails unless both texts are the same, byte for byte. */
export function sameText(actual, expected, what = 'the text') {
  if (actual === expected) return;
  const [some, others] = [String(actual).split('\n'), String(expected).split('\n')];
  const line = some.findIndex((text, index) => text !== others[index]);
  const at = line < 0 ? some.length : line;
  throw new Error(`${what} differs from line ${at + 1} on:\n  is        ${JSON.stringify(some[at])}\n  should be ${JSON.stringify(others[at])}`);
}

/** A pack without what says that a buffer was not saved: its header line, and a word in the headings. */
export function withoutSaving(pack) {
  return pack.replace(/^.*\n/, '').replace(/^(## .*) unsaved ·/gm, '$1 ·');
}
