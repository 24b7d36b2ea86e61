import {
  flag,
  list,
  number,
  optional,
  orNull,
  record,
  tagged,
  text,
  whole,
  word,
  type Read,
} from '../base/shape.ts';
import {
  SWITCHES,
  type CapabilitySettings,
  type ClientInfo,
  type ClientProfile,
  type DeclaredExtension,
  type InferenceRule,
} from '../capabilities/profile.ts';
import type { ResponderSettings, SamplingResponder } from '../responders/responders.ts';
import type { RootSetting } from '../responders/suggest.ts';
import type { RoundLimits } from '../rounds/automatic.ts';
import type { CallSubject } from '../rounds/draft.ts';
import type { ConnectOptions, OwnHeader } from '../session/contract.ts';
import type { CallMade, ComparedCall, ComparisonColumn, ComparisonPlan } from './plan.ts';

/** What a page can show side by side, and what one person may ask of a server by one click. */
const MOST_COLUMNS = 50;
const MOST_CALLS = 200;
const MOST_RUNS = 100;

const atMost =
  <T>(most: number, read: Read<readonly T[]>): Read<readonly T[]> =>
  (value) => {
    const items = read(value);
    return items && items.length <= most ? items : undefined;
  };

const count =
  (most: number): Read<number> =>
  (value) => {
    const read = whole(value);
    return read !== undefined && read >= 1 && read <= most ? read : undefined;
  };

const either =
  <A, B>(first: Read<A>, second: Read<B>): Read<A | B> =>
  (value) =>
    first(value) ?? second(value);

const switches: Read<CapabilitySettings['switches']> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  // Own members only, and only those there are.
  return Object.fromEntries(
    SWITCHES.flatMap((path) => {
      const on = Object.hasOwn(given, path) ? given[path] : undefined;
      return typeof on === 'boolean' ? [[path, on]] : [];
    }),
  );
};

const profile = record<ClientProfile>({
  name: text,
  clientInfo: record<ClientInfo>({
    name: text,
    version: text,
    title: optional(text),
    description: optional(text),
    websiteUrl: optional(text),
  }),
  capabilitiesText: orNull(text),
  rule: optional(word<InferenceRule>({ answers: true, 'go-sdk': true, everything: true, nothing: true })),
  settings: optional(
    record<CapabilitySettings>({
      switches,
      extensions: list(record<DeclaredExtension>({ id: text, settingsText: text })),
      experimentalText: text,
    }),
  ),
});

const column = record<ComparisonColumn>({
  title: text,
  options: record<ConnectOptions>({
    url: text,
    protocolVersion: text,
    headers: list(record<OwnHeader>({ name: text, value: text, secret: flag })),
    profile,
    timeLimitMs: number,
  }),
});

const call = record<ComparedCall>({
  subject: record<CallSubject>({
    method: word<'tools/call' | 'resources/read' | 'prompts/get'>({
      'tools/call': true,
      'resources/read': true,
      'prompts/get': true,
    }),
    name: text,
    argumentsText: text,
    metaText: optional(text),
    metaReplaces: optional(flag),
  }),
  anyway: flag,
});

type SamplingSettings = Exclude<SamplingResponder, string>;

const sampling: Read<SamplingResponder> = either(
  word<'ask' | 'off'>({ ask: true, off: true }),
  tagged<SamplingSettings, 'kind'>('kind', {
    text: { text },
    echo: {},
    script: { text },
    endpoint: { url: text, model: text },
  }),
);

const responders = record<ResponderSettings>({
  elicitation: word<ResponderSettings['elicitation']>({
    accept: true,
    decline: true,
    cancel: true,
    ask: true,
    off: true,
  }),
  sampling,
  roots: either(
    word<'ask' | 'off'>({ ask: true, off: true }),
    record<Exclude<ResponderSettings['roots'], string>>({
      kind: word<'list'>({ list: true }),
      roots: list(record<RootSetting>({ uri: text, name: optional(text) })),
    }),
  ),
});

/** A plan from plain data. Undefined where a member is missing or of another type, and where it is larger than a person can have made it. */
export const readPlan: Read<ComparisonPlan> = record<ComparisonPlan>({
  columns: atMost(
    MOST_COLUMNS,
    list(column, ({ title }) => title),
  ),
  calls: atMost(MOST_CALLS, list(call)),
  runs: count(MOST_RUNS),
  responders,
  limits: record<RoundLimits>({ requests: count(1_000), empty: count(1_000) }),
});

/** What became of the calls of one run. */
export const readCallsMade: Read<readonly CallMade[]> = atMost(
  MOST_CALLS,
  list(
    tagged<CallMade, 'kind'>('kind', {
      made: { call: whole, givenUp: optional(text) },
      'left out': { reason: text },
    }),
  ),
);
