/** A number with a real minus sign, as prose and chips write codes: `−32602`. */
export function signed(value: number): string {
  return String(value).replaceAll('-', '−');
}
