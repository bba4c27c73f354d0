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

// A child between its fork and its exec has the words of its parent still: only the parent counts.
function processes(marker, isWanted) {
  const found = new Map();
  for (const id of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
      if (!isWanted(words)) continue;
      if (!fs.readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(marker)) continue;
      found.set(Number(id), Number(/^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${id}/status`, 'utf8'))[1]));
    } catch {
      // The process ended while it was looked at.
    }
  }
  return [...found.keys()].filter((id) => !found.has(found.get(id))).sort((one, other) => one - other);
}
