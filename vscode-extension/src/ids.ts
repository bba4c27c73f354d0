/** What is shown of a symbol id (`path::Qual.name`) or of a target that is a path. */

/** The qualified name; for a module, its path. */
export function nameOfId(id: string): string {
  const at = id.indexOf("::");
  const qualname = at < 0 ? "<module>" : id.slice(at + 2);
  return qualname === "<module>" ? pathOfId(id) : qualname;
}

export function pathOfId(id: string): string {
  const at = id.indexOf("::");
  return at < 0 ? id : id.slice(0, at);
}
