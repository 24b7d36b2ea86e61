import { RELEASES, SERVICES } from './catalogue.ts';

/** Values for an argument of a prompt or a variable of a resource template, by its name. */
const VALUES = new Map<string, readonly string[]>([
  ['service', SERVICES.map(({ name }) => name)],
  ['release', RELEASES.map(({ release }) => release)],
  ['severity', ['low', 'high', 'critical']],
  ['level', ['debug', 'info', 'warning', 'error']],
]);

/** The values that start with what was typed; of releases those of the service that is filled in. */
export function complete(
  argument: { name: string; value: string },
  filledIn: Readonly<Record<string, string>> = {},
): { values: string[]; total: number } {
  const { service } = filledIn;
  const all =
    argument.name === 'release' && service
      ? RELEASES.filter((each) => each.service === service).map(({ release }) => release)
      : (VALUES.get(argument.name) ?? []);
  const values = all.filter((value) => value.startsWith(argument.value));
  return { values, total: values.length };
}
