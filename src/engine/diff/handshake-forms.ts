import type { CapabilityNode } from '../capabilities/nodes.ts';
import type { HandshakeFacts } from './handshake-diff.ts';
import { diffTexts, type StructuralForm } from './structural.ts';

/** A difference in how part of a declaration is written, where its value is the same. */
export interface DeclarationForm {
  /** Which part: `server.tools`, `client`, `serverInfo`, `instructions`. A capability may have its name from the other side: data. */
  readonly part: readonly string[];
  readonly form: StructuralForm['form'];
  readonly count: number;
}

/** How the same facts are written otherwise in `after`. Spaces between the parts of the whole result are not looked at. */
export function handshakeForms(before: HandshakeFacts, after: HandshakeFacts): readonly DeclarationForm[] {
  const found: DeclarationForm[] = [];
  const compare = (part: readonly string[], was: string | undefined, is: string | undefined) => {
    if (was === undefined || is === undefined || was === is) return;
    const compared = diffTexts(was, is);
    if (!compared.ok) return;
    for (const { form, count } of compared.value.forms) found.push({ part, form, count });
  };
  const was = before.declared;
  const is = after.declared;
  const from = tops(was.capabilities);
  const to = tops(is.capabilities);
  const stayed = [...from.keys()].filter((key) => to.has(key));
  const order = [...to.keys()].filter((key) => from.has(key));
  if (stayed.some((key, index) => key !== order[index]))
    found.push({ part: ['server'], form: 'key order', count: 1 });
  for (const [key, text] of to) compare(['server', key], from.get(key), text);
  compare(['client'], before.clientCapabilitiesText, after.clientCapabilitiesText);
  compare(['serverInfo'], was.serverInfo?.text, is.serverInfo?.text);
  for (const key of ['supportedVersions', 'instructions', 'ttlMs', 'cacheScope'])
    compare([key], was.members.get(key), is.members.get(key));
  return found;
}

function tops(nodes: readonly CapabilityNode[]): Map<string, string> {
  return new Map(
    nodes.flatMap(({ path, valueText }) => (path.length === 1 ? [[path[0] ?? '', valueText] as const] : [])),
  );
}
