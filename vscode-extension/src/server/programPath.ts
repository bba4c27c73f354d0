/** A program or folder as a person writes it in a setting: `~`, `${workspaceFolder}` and `${env:NAME}` are replaced. */

import path from "node:path";

export function written(setting: string | undefined, folder: string, home: string): string | undefined {
  if (setting === undefined) {
    return undefined;
  }
  const filled = setting
    .replace(/^~(?=$|[\\/])/, home)
    .replace(/\$\{(workspaceFolder|userHome|env:(\w+))\}/g, (_, name: string, variable: string | undefined) => {
      if (variable !== undefined) {
        return process.env[variable] ?? "";
      }
      return name === "workspaceFolder" ? folder : home;
    });
  // A bare name is looked for on PATH by whoever starts it; a relative path is the folder's.
  return /[\\/]/.test(filled) && !path.isAbsolute(filled) ? path.join(folder, filled) : filled;
}
