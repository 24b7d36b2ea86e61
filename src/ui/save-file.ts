/** Files that a person keeps. */

/** How long the browser may take to begin with a file, in milliseconds. */
const KEPT_MS = 60_000;

/** Hands `file` to the browser to be kept under `name`. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** `words` as a name that every file system takes, with `ending`; `nameless` where nothing of it is left. */
export function fileNameFor(words: string, ending: string, nameless: string): string {
  const name = words
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    // A name that begins with a dot is hidden, and one may be no longer than 255 bytes.
    .replace(/^[ .]+/, '')
    .slice(0, 80)
    .trim();
  return `${name || nameless}${ending}`;
}

/** Hands `data` to the browser as a JSON file, indented to be read. */
export function saveJson(data: unknown, name: string): void {
  saveFile(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }), name);
}
