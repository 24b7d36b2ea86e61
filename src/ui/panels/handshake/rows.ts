import type { Baseline } from '../../../engine/comparison/baseline.ts';
import type { CapabilityRow } from '../../../engine/capabilities/rows.ts';
import { cutText, visibleText } from '../../../engine/base/visible-text.ts';
import { maskedUrl } from '../../../engine/base/open-secrets.ts';
import type { AttemptView, HandshakeView } from '../../../engine/views/handshakes.ts';
import type { FindingItem } from '../../parts/findings.ts';
import type { KeyValueRow } from '../../parts/key-value.ts';
import type { ChipData } from '../../parts/tone.ts';
import { duration } from '../../parts/duration.ts';
import { date, moment } from '../../when.ts';
import { hasFacts, type Facts, type NoFacts } from '../../../engine/views/handshake-facts.ts';

/** A handshake in a list to choose from: `26: acme-deploy 1.3.2, 2025-11-25, 12 Nov`. */
export function optionText(
  handshake: HandshakeView,
  facts: Facts | NoFacts | undefined,
  now: number,
): string {
  const day =
    new Date(now).setHours(0, 0, 0, 0) <= handshake.at ? moment(handshake.at, now) : date(handshake.at, now);
  const what = hasFacts(facts)
    ? `${serverText(facts, handshake)}, ${facts.revision}`
    : `${placeOf(handshake.url)}, ${endOf(handshake)}`;
  return `${handshake.number}: ${visibleText(what)}, ${day}`;
}

/** A kept baseline in a list to choose from: `production: acme-deploy 1.3.2, 2025-11-25, 12 Nov`. */
export function baselineText({ name, server, url, revision, at }: Baseline, now: number): string {
  return `${visibleText(name)}: ${visibleText(server || placeOf(url))}, ${revision ?? 'failed'}, ${date(at, now)}`;
}

export function placeOf(url: string): string {
  return maskedUrl(url.replace(/^https?:\/\//, ''));
}

/** `acme-deploy 1.4.0`, or where it is. */
export function serverText({ declared }: Facts, handshake: HandshakeView): string {
  const info = declared.serverInfo;
  return [info?.name || placeOf(handshake.url), info?.version].filter(Boolean).join(' ');
}

function endOf({ outcome }: HandshakeView): string {
  switch (outcome?.kind) {
    case undefined:
      return 'still running';
    case 'connected':
      return outcome.revision;
    case 'failed':
    case 'cancelled':
      return outcome.kind;
  }
}

/** What came of it, in two words: `Legacy, 2025-11-25`. */
export function headline({ outcome }: HandshakeView): string {
  switch (outcome?.kind) {
    case undefined:
      return 'Still running';
    case 'connected':
      return `${outcome.era === 'modern' ? 'Modern' : 'Legacy'}, ${outcome.revision}`;
    case 'failed':
      return 'Failed';
    case 'cancelled':
      return 'Cancelled';
  }
}

/** Why it was made, where that is not plain. */
export function causeRows({ cause }: HandshakeView): readonly KeyValueRow[] {
  const value = CAUSES[cause];
  return value === null ? [] : [{ key: 'Made because', value }];
}

const CAUSES: Readonly<Record<HandshakeView['cause'], string | null>> = {
  connect: null,
  again: 'you asked for another',
  retry: 'you tried again',
  'initialize anyway': 'you asked to try initialize anyway',
  'session ended': 'the server no longer knew the session',
  'profile changed': 'what the client declares changed',
};

/** What each attempt's answer meant. */
export interface VerdictLine {
  readonly attempt: number;
  readonly text: string;
  readonly warning: string | null;
}

export function verdictLines(attempts: readonly AttemptView[]): readonly VerdictLine[] {
  return attempts.map(({ attempt, verdict }) => ({
    attempt,
    text: verdict?.reason ?? 'Not judged: the handshake ended before an answer came.',
    warning: verdict?.warning ?? null,
  }));
}

/** What a diagnosis adds to the attempts' verdicts, the last of which it begins with; empty where it adds nothing. */
export function explanationBeyond(explanation: string, lines: readonly VerdictLine[]): string {
  const said = lines.find(({ text }) => explanation.startsWith(text));
  return said ? explanation.slice(said.text.length).trim() : explanation;
}

/** More of the instructions is in the raw result. */
const LONGEST_SHOWN = 20_000;

/** Facts about the handshake; `sessionText` shortens the id, whose whole text stands in the raw exchange. */
export function factRows(
  handshake: HandshakeView,
  facts: Facts,
  shorten: (id: string) => string,
): readonly KeyValueRow[] {
  const { declared } = facts;
  const rows: KeyValueRow[] = [];
  const add = (key: string, value: KeyValueRow['value'], rest: Omit<KeyValueRow, 'key' | 'value'> = {}) =>
    rows.push({ key, value, ...rest });

  rows.push(...causeRows(handshake));
  const info = declared.serverInfo;
  const fromWords = { serverInfo: 'serverInfo', _meta: '_meta', both: 'serverInfo and _meta' } as const;
  if (info) {
    const name = [info.title, [info.name, info.version].filter(Boolean).join(' ')].filter(Boolean).join(', ');
    add(
      'Server',
      name || 'without a name',
      declared.serverInfoFrom ? { note: `from ${fromWords[declared.serverInfoFrom]}` } : {},
    );
    if (info.description) add('Description', info.description);
    if (info.websiteUrl) add('Website', [{ code: info.websiteUrl }]);
  } else {
    add('Server', 'The server did not say who it is');
  }
  const same = facts.asked === facts.revision;
  add(
    'Asked, answered',
    same ? [{ code: facts.asked }, ', the same'] : [{ code: facts.asked }, ', ', { code: facts.revision }],
    {
      ...(same ? {} : { chips: [{ text: 'another version than asked', tone: 'wait' }] }),
      ...(handshake.protocolVersion === 'auto' ? { note: 'chosen by Auto' } : {}),
    },
  );
  const { supportedVersions } = declared;
  if (supportedVersions) {
    add(
      'Supports',
      supportedVersions.length === 0
        ? 'no version'
        : supportedVersions.flatMap((version, index) =>
            index === 0 ? [{ code: version }] : [', ', { code: version }],
          ),
    );
  }
  if (facts.sessionId !== null) {
    add('Session', [{ code: shorten(facts.sessionId) }], { note: `${facts.sessionId.length} characters` });
  } else if (facts.era === 'legacy') {
    add('Session', 'none that this page may read');
  }
  if (declared.ttlMs !== undefined) {
    add('Valid for', declared.ttlMs > 0 ? duration(declared.ttlMs) : 'not to be kept', {
      note: `ttlMs ${declared.members.get('ttlMs') ?? ''}`,
    });
  }
  if (declared.cacheScope !== undefined) add('Cache scope', [{ code: declared.cacheScope }]);
  if (declared.instructions !== undefined)
    add('Instructions', cutText(declared.instructions, LONGEST_SHOWN) || 'an empty text');
  // Who the client is stands above the ladder.
  if (handshake.profile) add('Client profile', handshake.profile);
  if (handshake.endedAt !== null) {
    add('Took', duration(handshake.endedAt - handshake.at), { note: 'from click to connected' });
  }
  return rows;
}

/** The chips of a capability: what the specification says of it beyond its meaning. */
export function capabilityChips(row: CapabilityRow, revision: string): readonly ChipData[] {
  const chips: ChipData[] = [];
  if (row.deprecatedSince) chips.push({ text: `deprecated ${row.deprecatedSince}`, tone: 'old' });
  if (row.extension) {
    const { since } = row.extension;
    chips.push({ text: since <= revision ? 'extension' : `extension from ${since}`, tone: 'ext' });
  }
  if (row.unknown) chips.push({ text: 'unknown', tone: 'wait' });
  else if (row.outside && !row.extension) chips.push({ text: `not in ${revision}`, tone: 'wait' });
  return chips;
}

/** `9 declared, 3 deprecated`. */
export function capabilityCount(rows: readonly CapabilityRow[]): string {
  const deprecated = rows.filter((row) => row.deprecatedSince).length;
  return `${rows.length} declared${deprecated ? `, ${deprecated} deprecated` : ''}`;
}

/** Findings of the recording, then what else stands out in the declaration; the same words once. */
export function findingRows(
  handshake: HandshakeView,
  facts: Facts | NoFacts | undefined,
): readonly FindingItem[] {
  const items: FindingItem[] = handshake.findings.map((finding, index) => ({
    key: `recorded ${index}`,
    severity: finding.severity,
    words: finding.text,
    ...(finding.clause ? { clause: finding.clause.title, href: finding.clause.url } : {}),
  }));
  const said = new Set(handshake.findings.map((finding) => finding.text));
  const more = hasFacts(facts) ? facts.declared.findings.filter((text) => !said.has(text)) : [];
  return [
    ...items,
    ...more.map((text, index): FindingItem => ({ key: `read ${index}`, severity: 'warning', words: text })),
  ];
}
