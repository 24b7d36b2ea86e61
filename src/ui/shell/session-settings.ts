import type { ResponderSettings } from '../../engine/responders/responders.ts';
import type { RootSetting } from '../../engine/responders/suggest.ts';
import type { RoundLimits } from '../../engine/rounds/automatic.ts';
import type { Session, SessionSnapshot } from '../../engine/session/contract.ts';
import type { Store } from '../../engine/store/store.ts';
import { keptSetting } from '../settings.ts';

/** What a person set on the session, kept across reloads. */
export interface SessionSettings {
  readonly manual: boolean;
  readonly responders: ResponderSettings;
  readonly limits: RoundLimits;
  readonly renewal: SessionSnapshot['renewal'];
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

function readSampling(value: unknown): ResponderSettings['sampling'] | undefined {
  if (value === 'ask' || value === 'off') return value;
  if (!isJson(value)) return undefined;
  const { kind, text, url, model } = value;
  if (kind === 'echo') return { kind };
  if (kind === 'endpoint') {
    return typeof url === 'string' && typeof model === 'string' ? { kind, url, model } : undefined;
  }
  // An older version kept a text without a kind.
  return typeof text === 'string' ? { kind: kind === 'script' ? kind : 'text', text } : undefined;
}

function readRoot(value: unknown): RootSetting[] {
  if (!isJson(value) || typeof value['uri'] !== 'string') return [];
  const { uri, name } = value;
  return [typeof name === 'string' ? { uri, name } : { uri }];
}

function readRoots(value: unknown): ResponderSettings['roots'] | undefined {
  if (value === 'ask' || value === 'off') return value;
  if (!isJson(value) || !Array.isArray(value['roots'])) return undefined;
  return { kind: 'list', roots: value['roots'].flatMap(readRoot) };
}

/** What was kept, in today's shape; undefined where any part of it can't be read. */
export function readSessionSettings(value: unknown): SessionSettings | undefined {
  if (!isJson(value) || !isJson(value['responders']) || !isJson(value['limits'])) return undefined;
  const { elicitation } = value['responders'];
  const sampling = readSampling(value['responders']['sampling']);
  const roots = readRoots(value['responders']['roots']);
  const { requests, empty } = value['limits'];
  if (
    elicitation !== 'accept' &&
    elicitation !== 'decline' &&
    elicitation !== 'cancel' &&
    elicitation !== 'ask' &&
    elicitation !== 'off'
  ) {
    return undefined;
  }
  if (!sampling || !roots || !isCount(requests) || !isCount(empty)) return undefined;
  return {
    manual: value['manual'] === true,
    responders: { elicitation, sampling, roots },
    limits: { requests, empty },
    // An older version kept none.
    renewal: value['renewal'] === 'ask' ? 'ask' : 'automatic',
  };
}

/** Brings back what was kept, unless the person was faster, and keeps every later change. */
export async function keepSessionSettings(session: Session, store: Store): Promise<void> {
  const setting = keptSetting(store, 'session', readSessionSettings);
  let last = settingsOf(session);
  let changed = false;
  session.subscribe(() => {
    const now = settingsOf(session);
    const same =
      now.manual === last.manual &&
      now.responders === last.responders &&
      now.limits === last.limits &&
      now.renewal === last.renewal;
    if (same) return;
    last = now;
    changed = true;
    void setting.save(now);
  });
  const kept = await setting.load();
  if (!kept || changed) return;
  last = kept;
  session.setResponders(kept.responders);
  session.setLimits(kept.limits);
  session.setRenewal(kept.renewal);
  session.setManual(kept.manual);
}

function settingsOf({ snapshot }: Session): SessionSettings {
  const { manual, responders, limits, renewal } = snapshot;
  return { manual, responders, limits, renewal };
}
