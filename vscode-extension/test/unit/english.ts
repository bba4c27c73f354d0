/** Texts as they are written, with their places filled. */
export function english(message: string, ...args: (string | number | boolean)[]): string {
  return message.replace(/\{(\d+)\}/g, (_, place: string) => String(args[Number(place)]));
}
