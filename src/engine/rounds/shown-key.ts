/** A key as shown to a person: JSON-quoted where it could not be seen otherwise. */
export function shownKey(key: string): string {
  const hidden = key === '' || key !== key.trim() || [...key].some((each) => each < ' ');
  return hidden ? JSON.stringify(key) : key;
}
