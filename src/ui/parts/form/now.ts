/** A moment in one of the formats of JSON Schema, and the word on its button. */
export interface Moment {
  readonly word: string;
  readonly at: (date: Date) => string;
}

/** This moment in a format of RFC 3339, with the zone of this machine; undefined for any other format. */
export function nowIn(format: string | undefined): Moment | undefined {
  switch (format) {
    case 'date-time':
      return { word: 'Now', at: (date) => `${dateOf(date)}T${timeOf(date)}${zoneOf(date)}` };
    case 'date':
      return { word: 'Today', at: dateOf };
    case 'time':
      return { word: 'Now', at: (date) => `${timeOf(date)}${zoneOf(date)}` };
    default:
      return undefined;
  }
}

function dateOf(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function timeOf(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

/** `+02:00`; `Z` where there is no offset (RFC 3339, 5.6). */
function zoneOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  if (minutes === 0) return 'Z';
  const ahead = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
