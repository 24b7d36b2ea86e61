/** Copies a text. False when the browser refuses both the clipboard and the old command. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Absent outside a secure context.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
    if ('clipboard' in navigator) return true;
  } catch {
    // Refused, by policy or because the document has no focus: the old command may still do.
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr';
  area.setAttribute('aria-hidden', 'true');
  // Inside an open dialog everything else is inert and can't be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
