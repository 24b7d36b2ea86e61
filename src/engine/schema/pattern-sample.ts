import { NotRead, readPattern, type PatternTree } from './pattern-tree.ts';

/** Longest string made for a pattern. */
const LIMIT = 1000;

/**
 * A string that matches a regular expression, built from the expression and never by running it (a hostile one can run
 * for ever): `^[A-Z]{3}-\d{4}$` gives `AAA-0000`. Understands literals, classes, groups, alternatives, quantifiers and
 * the outer anchors. Undefined where the pattern uses anything else.
 */
export function sampleOfPattern(pattern: string): string | undefined {
  try {
    return sampleOf(readPattern(pattern), true);
  } catch (thrown) {
    if (thrown instanceof NotRead) return undefined;
    throw thrown;
  }
}

function sampleOf(tree: PatternTree, outer = false): string {
  switch (tree.kind) {
    case 'one':
      return sampleOfOne(tree.source);
    case 'choice': {
      const [first] = tree.parts;
      return first === undefined ? '' : sampleOf(first, outer);
    }
    case 'sequence': {
      let sample = '';
      for (const [index, part] of tree.parts.entries()) {
        if (part.kind === 'start' || part.kind === 'end') {
          // An anchor elsewhere could make the pattern unmatchable.
          const edge = part.kind === 'start' ? 0 : tree.parts.length - 1;
          if (!outer || index !== edge) throw new NotRead();
        } else sample += sampleOf(part);
        if (sample.length > LIMIT) throw new NotRead();
      }
      return sample;
    }
    case 'repeat': {
      const sample = sampleOf(tree.part);
      if (tree.least > LIMIT || sample.length * tree.least > LIMIT) throw new NotRead();
      return sample.repeat(tree.least);
    }
    case 'start':
    case 'end':
      throw new NotRead();
  }
}

function sampleOfOne(source: string): string {
  if (source === '.') return 'a';
  if (source.startsWith('\\')) return escaped(source.slice(1));
  if (!source.startsWith('[')) return source;
  const body = source.slice(1, -1);
  if (body.startsWith('^')) return complementOf(body.slice(1));
  const first = body[0];
  if (first === undefined || (first >= '\ud800' && first <= '\udfff')) throw new NotRead();
  return first === '\\' ? escaped(body[1] ?? '') : first;
}

const known: ReadonlyMap<string, string> = new Map(
  Object.entries({ d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', t: '\t', n: '\n', r: '\r' }),
);

function escaped(escape: string): string {
  const sample = known.get(escape);
  if (sample !== undefined) return sample;
  // Other letters and digits are assertions, code points, names of classes.
  if (escape.length !== 1 || /[A-Za-z0-9]/.test(escape)) throw new NotRead();
  return escape;
}

function complementOf(body: string): string {
  let members: RegExp;
  try {
    members = new RegExp(`[${body}]`);
  } catch {
    throw new NotRead();
  }
  // One class against one character: nothing to backtrack into.
  for (const candidate of ['a', '0', 'A', '-', '_', ' ', '~']) if (!members.test(candidate)) return candidate;
  throw new NotRead();
}
