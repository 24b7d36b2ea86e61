/** Moments in words, as a person near them would say it. `at` and `now` are milliseconds since the Unix epoch. */

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const clockMs = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Whole days between the two dates of this time zone. */
function daysBetween(at: number, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(at)) / 86_400_000);
}

/** `12 Nov`, with the year where it is not this one. */
export function date(at: number, now: number): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? day : dayOfYear).format(at);
}

/** How long ago, for a list: `just now`, `12 min ago`, `today 09:12`, `yesterday`, `28 Nov`. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const days = daysBetween(at, now);
  if (days <= 0) return `today ${clock.format(at)}`;
  return days === 1 ? 'yesterday' : date(at, now);
}

/** A moment with its time of day: `today 14:31`, `yesterday 14:31`, `12 Nov 14:31`. */
export function moment(at: number, now: number): string {
  const days = daysBetween(at, now);
  const which = days <= 0 ? 'today' : days === 1 ? 'yesterday' : date(at, now);
  return `${which} ${clock.format(at)}`;
}

/** The time of day to the millisecond: `14:31:07.902`. */
export function timeOfDay(at: number): string {
  return clockMs.format(at);
}
