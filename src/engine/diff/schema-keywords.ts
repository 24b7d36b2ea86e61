import { decodeString } from '../base/json/document.ts';
import { numberKey } from './decimal.ts';
import { BOUND_KEYWORDS, boundChanges } from './schema-bounds.ts';
import {
  lowerFirst,
  quoted,
  shortText,
  type SchemaFinding,
  type SchemaPlace,
  type Voice,
} from './schema-finding.ts';
import { difference, intersection, isSame, rawOf, type Read } from './schema-read.ts';
import { EVERY_ATOM, atomWords, statedAtoms, type Atom, type Choice } from './schema-values.ts';
import { valueKey } from './value-key.ts';

/** Most values that a sentence names. */
const MOST_NAMED = 5;

/** What differs in the types, and the types that values of both schemas can have. */
export function typesFound(
  voice: Voice,
  before: Read,
  after: Read,
  choices: readonly [Choice | undefined, Choice | undefined],
  place: SchemaPlace,
): { found: SchemaFinding[]; shared: ReadonlySet<Atom>; integers: boolean } {
  const was = statedAtoms(before.document, before.keywords);
  const is = statedAtoms(after.document, after.keywords);
  const [a, b] = [before.keywords.get('type'), after.keywords.get('type')];
  const texts = { keyword: 'type', before: a && before.document.raw(a), after: b && after.document.raw(b) };
  if (was === undefined || is === undefined) {
    const found =
      texts.before === texts.after
        ? []
        : voice.say(place, 'unclear', `${place.subject}: a type is named that is not known.`, texts);
    return { found, shared: EVERY_ATOM, integers: false };
  }
  const possible = intersection(was, choices[0]?.atoms ?? EVERY_ATOM);
  const possibleNow = intersection(is, choices[1]?.atoms ?? EVERY_ATOM);
  const lost = difference(possible, is);
  const gained = difference(possibleNow, was);
  const now = atomWords(is);
  const found: SchemaFinding[] = [];
  if (lost.size > 0 && gained.size > 0)
    // Neither takes in the other, so that it breaks whoever reads it.
    found.push(
      ...voice.say(
        place,
        'unclear',
        voice.tell(
          `${place.subject} must now be ${now}; before, it could be ${atomWords(was)}.`,
          `${place.subject} is now ${now}; before, it was ${atomWords(was)}.`,
        ),
        { ...texts, severity: 'breaking' },
      ),
    );
  else if (lost.size > 0)
    found.push(
      ...voice.say(
        place,
        'narrower',
        voice.tell(
          `${place.subject} must now be ${now}; before, it could be ${atomWords(was)}.`,
          `${place.subject} is now always ${now}; before, it could be ${atomWords(was)}.`,
        ),
        texts,
      ),
    );
  else if (gained.size > 0)
    found.push(
      ...voice.say(
        place,
        'wider',
        voice.tell(
          `${place.subject} may now also be ${atomWords(gained)}.`,
          `${place.subject} can now also be ${atomWords(gained)}, which callers do not expect.`,
        ),
        texts,
      ),
    );
  const shared = intersection(possible, possibleNow);
  return { found, shared, integers: !was.has('fraction') && !is.has('fraction') };
}

/** What differs in the values to choose from. */
export function choicesFound(
  voice: Voice,
  before: Read,
  after: Read,
  [was, is]: readonly [Choice | undefined, Choice | undefined],
  place: SchemaPlace,
): SchemaFinding[] {
  const raw = ({ document, keywords }: Read, choice: Choice | undefined): string | undefined => {
    const node = choice && keywords.get(choice.keyword);
    return node && document.raw(node);
  };
  const texts = { keyword: (is ?? was)?.keyword, before: raw(before, was), after: raw(after, is) };
  const { subject } = place;
  if (was === undefined) {
    if (is === undefined) return [];
    return voice.say(
      place,
      'narrower',
      voice.tell(
        `${subject} must now be ${named(is.values)}; before, it was not limited to a choice.`,
        `${subject} is now always ${named(is.values)}.`,
      ),
      texts,
    );
  }
  if (is === undefined)
    return voice.say(
      place,
      'wider',
      voice.tell(
        `${subject} is no longer limited to a choice.`,
        `${subject} can now be something other than ${named(was.values)}.`,
      ),
      texts,
    );
  const lost = new Map([...was.values].filter(([key]) => !is.values.has(key)));
  const gained = new Map([...is.values].filter(([key]) => !was.values.has(key)));
  return [
    ...(lost.size > 0
      ? voice.say(
          place,
          'narrower',
          voice.tell(
            `${subject} can no longer be ${named(lost)}.`,
            `${subject} is never ${named(lost)} now.`,
          ),
          texts,
        )
      : []),
    ...(gained.size > 0
      ? voice.say(
          place,
          'wider',
          voice.tell(
            `${subject} can now also be ${named(gained)}.`,
            `${subject} can now also be ${named(gained)}, which callers do not expect.`,
          ),
          texts,
        )
      : []),
  ];
}

/** What differs in bounds, for the types both schemas allow. `integers`: no other number is allowed on either side. */
export function boundsFound(
  voice: Voice,
  before: Read,
  after: Read,
  shared: ReadonlySet<Atom>,
  integers: boolean,
  place: SchemaPlace,
): SchemaFinding[] {
  const { subject } = place;
  return boundChanges(before, after, shared, integers).flatMap((change) => {
    const { keyword, effect, rule, formerRule } = change;
    const texts = { keyword, before: change.before, after: change.after };
    if (effect === 'unclear') return voice.say(place, effect, `${subject}: a bound is no number.`, texts);
    if (effect === 'narrower') {
      const former = formerRule === undefined ? '' : `; before, it had to ${formerRule}`;
      return voice.say(
        place,
        effect,
        voice.tell(
          `${subject} must now ${rule}${former}.`,
          `${subject} will now ${rule}${formerRule === undefined ? '' : `; before, it would ${formerRule}`}.`,
        ),
        texts,
      );
    }
    if (rule === undefined)
      return voice.say(
        place,
        effect,
        voice.tell(
          `${subject} no longer has to ${formerRule}.`,
          `${subject} is no longer sure to ${formerRule}.`,
        ),
        texts,
      );
    return voice.say(
      place,
      effect,
      voice.tell(
        `${subject} now only has to ${rule}; before, it had to ${formerRule}.`,
        `${subject} is only sure to ${rule} now; before, to ${formerRule}.`,
      ),
      texts,
    );
  });
}

/** What differs in patterns and formats of texts. */
export function stringsFound(voice: Voice, before: Read, after: Read, place: SchemaPlace): SchemaFinding[] {
  const { subject } = place;
  return (['pattern', 'format'] as const).flatMap((keyword) => {
    if (isSame(before, after, keyword)) return [];
    const [a, b] = [before.keywords.get(keyword), after.keywords.get(keyword)];
    const [was, is] = [a && before.document.raw(a), b && after.document.raw(b)];
    const texts = { keyword, before: was, after: is };
    const what = keyword === 'pattern' ? 'match the pattern' : 'have the format';
    if (was === undefined) {
      if (keyword === 'format')
        return voice.say(
          place,
          'unclear',
          `${subject} should now have the format ${shortText(is ?? '')}; not every server checks that.`,
          texts,
        );
      return voice.say(
        place,
        'narrower',
        voice.tell(
          `${subject} must now ${what} ${shortText(is ?? '')}.`,
          `${subject} now matches the pattern ${shortText(is ?? '')}.`,
        ),
        texts,
      );
    }
    if (is === undefined)
      return voice.say(
        place,
        'wider',
        voice.tell(
          `${subject} no longer has to ${what} ${shortText(was)}.`,
          `${subject} is no longer sure to ${what} ${shortText(was)}.`,
        ),
        keyword === 'format' && voice.use === 'output' ? { ...texts, severity: 'unclear' } : texts,
      );
    return voice.say(
      place,
      'unclear',
      `${subject}: the ${keyword} is another; whether it lets through what the old one did can't be told.`,
      texts,
    );
  });
}

/** What differs in what a number has to be a multiple of. */
export function multiplesFound(
  voice: Voice,
  before: Read,
  after: Read,
  shared: ReadonlySet<Atom>,
  place: SchemaPlace,
): SchemaFinding[] {
  if (!shared.has('integer') && !shared.has('fraction')) return [];
  if (isSame(before, after, 'multipleOf')) return [];
  const [a, b] = [before.keywords.get('multipleOf'), after.keywords.get('multipleOf')];
  const [was, is] = [a && before.document.raw(a), b && after.document.raw(b)];
  if (was !== undefined && is !== undefined && numberKey(was) === numberKey(is)) return [];
  const texts = { keyword: 'multipleOf', before: was, after: is };
  const { subject } = place;
  if (is === undefined)
    return voice.say(
      place,
      'wider',
      voice.tell(
        `${subject} no longer has to be a multiple of ${was}.`,
        `${subject} is no longer sure to be a multiple of ${was}.`,
      ),
      texts,
    );
  if (was === undefined)
    return voice.say(
      place,
      'narrower',
      voice.tell(`${subject} must now be a multiple of ${is}.`, `${subject} is now a multiple of ${is}.`),
      texts,
    );
  const [old, now] = [Number(was), Number(is)];
  if (![old, now].every((number) => Number.isSafeInteger(number) && number > 0))
    return voice.say(place, 'unclear', `${subject} must be a multiple of another number.`, texts);
  if (old % now === 0)
    return voice.say(
      place,
      'wider',
      voice.tell(
        `${subject} now only has to be a multiple of ${is}; before, of ${was}.`,
        `${subject} is only sure to be a multiple of ${is} now; before, of ${was}.`,
      ),
      texts,
    );
  const effect = now % old === 0 || voice.use === 'input' ? 'narrower' : 'unclear';
  return voice.say(place, effect, `${subject} must now be a multiple of ${is}; before, of ${was}.`, texts);
}

/** Conditions that differ: unclear, all of them. */
export function conditionsFound(
  voice: Voice,
  before: Read,
  after: Read,
  place: SchemaPlace,
): SchemaFinding[] {
  const keywords = [
    'not',
    'if',
    'then',
    'else',
    'dependentRequired',
    'dependentSchemas',
    'dependencies',
    'unevaluatedProperties',
    'unevaluatedItems',
  ];
  const differing = keywords.filter((keyword) => !isSame(before, after, keyword));
  const [keyword] = differing;
  if (keyword !== undefined)
    return voice.say(
      place,
      'unclear',
      `${place.subject}: a condition (${differing.join(', ')}) differs; what it lets through can't be told from the schema alone.`,
      { keyword, before: rawOf(before, keyword), after: rawOf(after, keyword) },
    );
  // What is left over depends on all the rest.
  const leftOver = ['unevaluatedProperties', 'unevaluatedItems'].find((keyword) =>
    after.keywords.has(keyword),
  );
  if (leftOver === undefined) return [];
  return voice.say(
    place,
    'unclear',
    `${place.subject}: ${leftOver} refuses what no other part covers, and the parts differ.`,
    { keyword: leftOver },
  );
}

/** What differs in keywords that only tell something. */
export function wordsFound(voice: Voice, before: Read, after: Read, place: SchemaPlace): SchemaFinding[] {
  const keys = new Set([...before.keywords.keys(), ...after.keywords.keys()]);
  return [...keys].flatMap((keyword) => {
    if (JUDGED.has(keyword) || BOUND_KEYWORDS.has(keyword)) return [];
    const [a, b] = [before.keywords.get(keyword), after.keywords.get(keyword)];
    if (
      a !== undefined &&
      b !== undefined &&
      valueKey(before.document.text, a) === valueKey(after.document.text, b)
    )
      return [];
    const [was, is] = [a && before.document.raw(a), b && after.document.raw(b)];
    const detail = { keyword, before: was, after: is };
    const { subject } = place;
    const isOrWas = (verb: string): string =>
      was === undefined ? `now ${verb}` : is === undefined ? `no longer ${verb}` : verb;
    switch (keyword) {
      case 'default':
        if (was !== undefined && is !== undefined && voice.use === 'input')
          return voice.say(
            place,
            'none',
            `${subject} is taken for ${shortText(is)} where it is left out; before, for ${shortText(was)}.`,
            { ...detail, severity: 'unclear' },
          );
        return voice.say(
          place,
          'none',
          is === undefined
            ? `The schema no longer says what ${lowerFirst(subject)} is taken for where it is left out.`
            : `The schema now says that ${lowerFirst(subject)} is taken for ${shortText(is)} where it is left out.`,
          detail,
        );
      case 'deprecated':
        return voice.say(
          place,
          'none',
          is === 'true' ? `${subject} is now deprecated.` : `${subject} is no longer deprecated.`,
          detail,
        );
      case 'x-mcp-header':
        return voice.say(
          place,
          'none',
          is === undefined
            ? `${subject} is no longer repeated in a header.`
            : `${subject} now has to be repeated in the header Mcp-Param-${(decodeString(after.document.text, b) ?? '').slice(0, 80)}; a client that kept the old list does not, and may be refused.`,
          {
            ...detail,
            severity: is === undefined ? 'compatible' : 'unclear',
          },
        );
      case 'title':
      case 'description':
        return voice.say(
          place,
          'none',
          was !== undefined && is !== undefined
            ? `The ${keyword} of ${lowerFirst(subject)} changed.`
            : `${subject} ${isOrWas('has')} a ${keyword}.`,
          detail,
        );
      default:
        return voice.say(
          place,
          'none',
          `${subject}: ${quoted(keyword)} differs, which decides nothing about what is accepted.`,
          detail,
        );
    }
  });
}

/** Keywords that are judged, or only hold what others refer to. */
const JUDGED: ReadonlySet<string> = new Set([
  ...[
    '$schema',
    '$id',
    '$ref',
    '$defs',
    'definitions',
    '$anchor',
    '$dynamicAnchor',
    '$dynamicRef',
    '$recursiveRef',
  ],
  ...[
    'type',
    'enum',
    'const',
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
  ],
  ...['items', 'prefixItems', 'additionalItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
  ...['pattern', 'format', 'multipleOf', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['dependentRequired', 'dependentSchemas', 'dependencies', 'unevaluatedProperties', 'unevaluatedItems'],
]);

function named(values: ReadonlyMap<string, string>): string {
  const shown = [...values.values()].slice(0, MOST_NAMED).map(shortText);
  if (values.size > MOST_NAMED) return `${shown.join(', ')} or ${values.size - MOST_NAMED} more`;
  const last = shown.pop() ?? 'nothing';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}
