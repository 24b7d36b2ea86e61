import { RELEASES, SERVICES } from './catalogue.ts';

/** Values for an argument of a prompt or a variable of a resource template, by its name. */
const VALUES = new Map<string, readonly string[]>([
  ['service', SERVICES.map(({ name }) => name)],
  ['release', RELEASES.map(({ release }) => release)],
  ['severity', ['low', 'high', 'critical']],
  ['level', ['debug', 'info', 'warning', 'error']],
]);

/** The values that start with what was typed. */
export function complete(argument: { name: string; value: string }): { values: string[]; total: number } {
  const values = (VALUES.get(argument.name) ?? []).filter((value) => value.startsWith(argument.value));
  return { values, total: values.length };
}
