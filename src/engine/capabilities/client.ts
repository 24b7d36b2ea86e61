import { parseDocument } from '../base/json/document.ts';
import { objectText } from '../base/json/write.ts';
import { TASKS_EXTENSION } from '../protocol/extensions.ts';
import { compareRevisions, eraOf } from '../protocol/revisions.ts';
import {
  NO_SETTINGS,
  type CapabilitySettings,
  type ClientProfile,
  type DeclaredExtension,
  type InferenceRule,
  type SwitchPath,
} from './profile.ts';

/** What somebody or something answers: only this is inferred. */
export interface Answerable {
  readonly elicitation: boolean;
  readonly sampling: boolean;
  /** What answers sampling may use the tools that a request names, not only ignore them. */
  readonly samplingTools: boolean;
  readonly roots: boolean;
}

/** Every kind of request is answered. */
export const ANSWERABLE: Answerable = { elicitation: true, sampling: true, samplingTools: true, roots: true };

/** What a client says of itself, as JSON texts: in each request (modern) or in `initialize` (legacy). */
export interface Claims {
  readonly capabilitiesText: string;
  readonly clientInfoText: string;
}

/** What `profile` says in `revision`, as it travels. */
export function claimsOf(profile: ClientProfile, revision: string, answerable: Answerable): Claims {
  return {
    capabilitiesText: clientCapabilitiesText(profile, revision, answerable),
    clientInfoText: JSON.stringify(profile.clientInfo),
  };
}

type Declares = Pick<ClientProfile, 'capabilitiesText' | 'rule' | 'settings'>;

/**
 * The client capabilities to declare in `revision`, as JSON text: the profile's own text as typed, else what its rule infers from
 * `answerable` under what its settings say. An unknown revision is worded by its place in time.
 */
export function clientCapabilitiesText(
  profile: Declares,
  revision: string,
  answerable: Answerable = ANSWERABLE,
): string {
  if (profile.capabilitiesText !== null) return profile.capabilitiesText;
  const { rule = 'answers', settings = NO_SETTINGS } = profile;
  const declared =
    rule === 'go-sdk'
      ? goDeclared(revision, settings, answerable)
      : worded(switched(inferred(rule, answerable), settings), revision);
  const serves = rule === 'everything' && eraOf(revision) === 'modern' ? [TASKS] : [];
  return textOf(declared, { ...settings, extensions: [...serves, ...settings.extensions] });
}

/** The one extension that Roundtrip serves by itself; declaring it lets a server answer with a task. */
const TASKS: DeclaredExtension = { id: TASKS_EXTENSION, settingsText: '' };

type Paths = ReadonlySet<SwitchPath>;

function inferred(rule: Exclude<InferenceRule, 'go-sdk'>, can: Answerable): Paths {
  if (rule === 'nothing') return new Set();
  const all = rule === 'everything';
  const paths: SwitchPath[] = [];
  if (all || can.elicitation) paths.push('elicitation', 'elicitation.form', 'elicitation.url');
  // A text is a valid answer to a request with tools, so whatever answers sampling answers that too.
  if (all || can.sampling) paths.push('sampling', 'sampling.tools');
  if (all) paths.push('sampling.context');
  if (all || can.roots) paths.push('roots', 'roots.listChanged');
  return new Set(paths);
}

const parentOf = (path: SwitchPath): SwitchPath | null =>
  path.includes('.') ? (path.slice(0, path.indexOf('.')) as SwitchPath) : null;

/** A part that is on brings its parent along, unless that is off; a parent that is off takes its parts with it. */
function switched(paths: Paths, { switches }: CapabilitySettings): Paths {
  const now = new Set(paths);
  for (const [path, on] of switchesOf(switches)) {
    if (!on) now.delete(path);
    else if (parentOf(path) === null || switches[parentOf(path) ?? path] !== false) {
      now.add(path).add(parentOf(path) ?? path);
    }
  }
  for (const path of now) {
    const parent = parentOf(path);
    if (parent !== null && !now.has(parent)) now.delete(path);
  }
  return now;
}

const switchesOf = (switches: CapabilitySettings['switches']) =>
  Object.entries(switches) as [SwitchPath, boolean][];

/** What a revision has no word for is left out; roots and their changes part in 2026-07-28. */
function worded(paths: Paths, revision: string): Paths {
  const has = (since: string) => compareRevisions(revision, since) >= 0;
  const fits = (path: SwitchPath): boolean => {
    if (path === 'elicitation') return has('2025-06-18');
    // Before 2025-11-25 there were neither modes nor tools, and an empty object is all there is to say.
    if (path.startsWith('elicitation.') || path.startsWith('sampling.')) return has('2025-11-25');
    return path !== 'roots.listChanged' || eraOf(revision) === 'legacy';
  };
  return new Set([...paths].filter(fits));
}

/**
 * What the official Go SDK's client declares (its mcp/client.go, `capabilities`): an explicit value wins whole and is not merged, roots
 * stand there by themselves until anything is explicit, URL mode is never inferred.
 */
function goDeclared(revision: string, { switches, ...rest }: CapabilitySettings, can: Answerable): Paths {
  const said = switchesOf(switches);
  const family = (name: string) => said.filter(([path]) => path.split('.', 1)[0] === name);
  const explicit = said.length > 0 || rest.extensions.length > 0 || rest.experimentalText.trim() !== '';
  const has = (since: string) => compareRevisions(revision, since) >= 0;
  const paths: SwitchPath[] = [];
  if (!explicit) paths.push('roots', 'roots.listChanged');
  if (can.sampling && family('sampling').length === 0) {
    paths.push('sampling', ...(can.samplingTools ? (['sampling.tools'] as const) : []));
  }
  if (can.elicitation && family('elicitation').length === 0 && has('2025-06-18')) {
    paths.push('elicitation', ...(has('2025-11-25') ? (['elicitation.form'] as const) : []));
  }
  return switched(new Set(paths), { switches, ...rest });
}

function textOf(paths: Paths, { extensions, experimentalText }: CapabilitySettings): string {
  const object = (name: 'elicitation' | 'sampling' | 'roots', parts: readonly [string, string][]) =>
    paths.has(name)
      ? [[name, objectText(parts.filter(([part]) => paths.has(`${name}.${part}` as SwitchPath)))] as const]
      : [];
  const named = new Map(
    extensions.filter(({ id }) => id.trim() !== '').map(({ id, settingsText }) => [id.trim(), settingsText]),
  );
  const experimental = experimentalText.trim();
  return objectText([
    ...object('elicitation', [
      ['form', '{}'],
      ['url', '{}'],
    ]),
    ...object('sampling', [
      ['tools', '{}'],
      ['context', '{}'],
    ]),
    ...object('roots', [['listChanged', 'true']]),
    ...(named.size === 0
      ? []
      : [
          [
            'extensions',
            objectText([...named].map(([id, settings]) => [id, objectOr(settings, '{}')] as const)),
          ] as const,
        ]),
    ...(experimental === '' || objectProblem(experimental) !== null
      ? []
      : [['experimental', experimental] as const]),
  ]);
}

/** Why `text` is no JSON object; null where it is one. */
export function objectProblem(text: string): string | null {
  const read = parseDocument(text);
  if (!read.ok) return `Not JSON: ${read.message}`;
  return read.value.kind === 'object' ? null : 'A JSON object is needed, such as {}';
}

function objectOr(text: string, other: string): string {
  return objectProblem(text) === null ? text.trim() : other;
}
