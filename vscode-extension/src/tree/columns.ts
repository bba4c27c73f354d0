/** Columns of `packlens.callers/1` count code points; the editor counts UTF-16 units. */

export function utf16Column(line: string, codePoints: number): number {
  let units = 0;
  let seen = 0;
  for (const character of line) {
    if (seen === codePoints) {
      break;
    }
    seen += 1;
    units += character.length;
  }
  return units;
}

/** Where a name stands in a line as a word of its own; 0 where it does not. */
export function columnOfName(line: string, name: string): number {
  const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    if (!isWord(line[at - 1]) && !isWord(line[at + name.length])) {
      return at;
    }
  }
  return 0;
}
