import type { SchemaDocument } from '../schema/facets.ts';
import { compareNumbers } from './decimal.ts';
import type { Effect } from './schema-finding.ts';
import type { Atom, Keywords } from './schema-values.ts';

/** A bound that differs. */
export interface BoundChange {
  readonly keyword: string;
  readonly effect: Effect;
  /** JSON numbers; absent where there was, or is, no bound. */
  readonly before?: string;
  readonly after?: string;
  /** Predicate for sentences: `have at least 3 characters`. Absent where the bound is gone. */
  readonly rule?: string;
  /** The same of the earlier schema. */
  readonly formerRule?: string;
}

interface Bound {
  readonly value: string;
  readonly open: boolean;
  readonly keyword: string;
}

interface BoundKind {
  readonly atoms: readonly Atom[];
  readonly closed: string;
  readonly opened?: string;
  readonly isLower: boolean;
  readonly rule: (value: string, open: boolean) => string;
}

const counted = (value: string, noun: string): string => `${value} ${noun}${value === '1' ? '' : 's'}`;

const KINDS: readonly BoundKind[] = [
  {
    atoms: ['integer', 'fraction'],
    closed: 'minimum',
    opened: 'exclusiveMinimum',
    isLower: true,
    rule: (value, open) => (open ? `be above ${value}` : `be at least ${value}`),
  },
  {
    atoms: ['integer', 'fraction'],
    closed: 'maximum',
    opened: 'exclusiveMaximum',
    isLower: false,
    rule: (value, open) => (open ? `be below ${value}` : `be at most ${value}`),
  },
  ...(
    [
      ['string', 'Length', 'character'],
      ['array', 'Items', 'item'],
    ] as const
  ).flatMap(([atom, suffix, noun]): BoundKind[] => [
    {
      atoms: [atom],
      closed: `min${suffix}`,
      isLower: true,
      rule: (value) => `have at least ${counted(value, noun)}`,
    },
    {
      atoms: [atom],
      closed: `max${suffix}`,
      isLower: false,
      rule: (value) => `have at most ${counted(value, noun)}`,
    },
  ]),
  {
    atoms: ['object'],
    closed: 'minProperties',
    isLower: true,
    rule: (value) => `have at least ${value} ${value === '1' ? 'property' : 'properties'}`,
  },
  {
    atoms: ['object'],
    closed: 'maxProperties',
    isLower: false,
    rule: (value) => `have at most ${value} ${value === '1' ? 'property' : 'properties'}`,
  },
];

/** Keywords of this module. */
export const BOUND_KEYWORDS: ReadonlySet<string> = new Set(
  KINDS.flatMap(({ closed, opened }) => [closed, ...(opened === undefined ? [] : [opened])]),
);

/** Every bound that differs, for types both schemas allow. `integers`: no other number is allowed on either side. */
export function boundChanges(
  before: { readonly document: SchemaDocument; readonly keywords: Keywords },
  after: { readonly document: SchemaDocument; readonly keywords: Keywords },
  shared: ReadonlySet<Atom>,
  integers: boolean,
): BoundChange[] {
  return KINDS.flatMap((kind): BoundChange[] => {
    if (!kind.atoms.some((atom) => shared.has(atom))) return [];
    const was = boundOf(kind, before.document, before.keywords, integers);
    const is = boundOf(kind, after.document, after.keywords, integers);
    if (was === 'unknown' || is === 'unknown') {
      const [a, b] = [before, after].map(({ document, keywords }) =>
        [kind.closed, kind.opened ?? ''].map((keyword) => {
          const node = keywords.get(keyword);
          return node && document.raw(node);
        }),
      );
      return JSON.stringify(a) === JSON.stringify(b) ? [] : [{ keyword: kind.closed, effect: 'unclear' }];
    }
    if (was === undefined && is === undefined) return [];
    const order = was === undefined || is === undefined ? 0 : orderOf(was, is);
    if (was !== undefined && is !== undefined && order === 0) return [];
    const narrower = was === undefined || (is !== undefined && order < 0 === kind.isLower);
    return [
      {
        keyword: (is ?? was)?.keyword ?? kind.closed,
        effect: narrower ? 'narrower' : 'wider',
        ...(was && { before: was.value, formerRule: kind.rule(was.value, was.open) }),
        ...(is && { after: is.value, rule: kind.rule(is.value, is.open) }),
      },
    ];

    /** Above zero where the later bound leaves out less at the lower end, or more at the upper one. */
    function orderOf(a: Bound, b: Bound): number {
      const byValue = compareNumbers(a.value, b.value);
      if (byValue !== 0 || a.open === b.open) return byValue;
      return b.open === kind.isLower ? -1 : 1;
    }
  });
}

function boundOf(
  kind: BoundKind,
  document: SchemaDocument,
  keywords: Keywords,
  integers: boolean,
): Bound | 'unknown' | undefined {
  let tightest: Bound | undefined;
  for (const keyword of [kind.closed, ...(kind.opened === undefined ? [] : [kind.opened])]) {
    const node = keywords.get(keyword);
    if (node === undefined) continue;
    if (node.kind !== 'number') return 'unknown';
    // No length is below 0.
    if (kind.opened === undefined && kind.isLower && Number(document.raw(node)) <= 0) continue;
    const bound = ofIntegers(document.raw(node), keyword);
    const order = tightest === undefined ? 0 : compareNumbers(tightest.value, bound.value);
    const tighter = order === 0 ? bound.open : order < 0 === kind.isLower;
    if (tightest === undefined || tighter) tightest = bound;
  }
  return tightest;

  /** Above 0 and at least 1 are the same to an integer. */
  function ofIntegers(value: string, keyword: string): Bound {
    const open = keyword === kind.opened;
    const number = Number(value);
    if (!open || !integers || !Number.isSafeInteger(number) || !/^-?\d{1,15}$/.test(value))
      return { value, open, keyword };
    return { value: String(number + (kind.isLower ? 1 : -1)), open: false, keyword };
  }
}
