// Which processes run, by what the kernel says of them.
import fs from 'node:fs';

/** Ids of the language servers whose environment holds `marker` (`NAME=value`), oldest first. */
export function languageServers(marker) {
  return processes(marker, (words) => words.some((word) => /(^|\/)packlens$/.test(word)) && words.includes('lsp'));
}

/** Ids of the extension hosts, likewise. */
export function extensionHosts(marker) {
  return processes(marker, (words) => words.includes('--type=extensionHost'));
}

function processes(marker, isWanted) {
  const found = [];
  for (const id of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
      if (!isWanted(words)) continue;
      if (fs.readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(marker)) found.push(Number(id));
    } catch {
      // The process ended while it was looked at.
    }
  }
  return found.sort((one, other) => one - other);
}
