import { expect, test } from 'vitest';
import { validateText } from '../schema/compile.ts';
import { sampleFor } from '../schema/sample.ts';
import { diffSchemas } from './schema-diff.ts';

/** Mulberry32: the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Schema = boolean | { [keyword: string]: unknown };

class Maker {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  chance(of: number): boolean {
    return this.#random() < of;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.upTo(from.length - 1)] ?? from[0];
  }

  schema(depth: number): Schema {
    if (this.chance(0.04)) return this.chance(0.7);
    const forms = ['string', 'integer', 'number', 'boolean', 'enum', 'several'] as const;
    const deep = [
      'object',
      'object',
      'array',
      'anyOf',
      'oneOf',
      'allOf',
      'ref',
      'condition',
      'nullable',
    ] as const;
    const form = depth > 0 ? this.pick([...forms, ...deep]) : this.pick(forms);
    const out: { [keyword: string]: unknown } = this.chance(0.2)
      ? { description: this.pick(['a', 'b']) }
      : {};
    const part = () => this.schema(depth - 1);
    switch (form) {
      case 'string':
        out['type'] = 'string';
        if (this.chance(0.4)) out['minLength'] = this.upTo(2);
        if (this.chance(0.4)) out['maxLength'] = 1 + this.upTo(2);
        if (this.chance(0.15)) out['pattern'] = this.pick(['^a', 'b$']);
        if (this.chance(0.1)) out['format'] = 'date';
        break;
      case 'integer':
      case 'number':
        if (this.chance(0.9)) out['type'] = form;
        for (const key of ['minimum', 'exclusiveMinimum']) if (this.chance(0.3)) out[key] = this.upTo(3) - 1;
        for (const key of ['maximum', 'exclusiveMaximum']) if (this.chance(0.3)) out[key] = 1 + this.upTo(3);
        if (this.chance(0.2)) out['multipleOf'] = this.pick([1, 2, 4]);
        break;
      case 'boolean':
        out['type'] = 'boolean';
        break;
      case 'enum':
        if (this.chance(0.3)) out['type'] = this.pick(['string', 'integer']);
        if (this.chance(0.25))
          out[this.pick(['anyOf', 'oneOf'])] = [
            { const: 'a' },
            { const: this.pick<unknown>(['b', 1]), title: 'x' },
          ];
        else if (this.chance(0.3)) out['const'] = this.pick<unknown>(['a', 1, null]);
        if (Object.keys(out).every((key) => key === 'description' || key === 'type') || this.chance(0.1))
          out['enum'] = (['a', 'b', 1, 2.5, null, true] as const)
            .filter(() => this.chance(0.5))
            .concat(['a'])
            .filter((value, at, all) => all.indexOf(value) === at);
        break;
      case 'several':
        out['type'] = ['string', 'null', 'integer', 'boolean'].filter(
          (_, at) => at === 0 || this.chance(0.5),
        );
        if (this.chance(0.3)) out['minLength'] = 1;
        if (this.chance(0.3)) out['minimum'] = this.upTo(2);
        break;
      case 'object': {
        out['type'] = 'object';
        const names = ['a', 'b', 'c'].filter(() => this.chance(0.6));
        out['properties'] = Object.fromEntries(names.map((name) => [name, part()]));
        if (this.chance(0.6)) out['required'] = ['a', 'b', 'c'].filter(() => this.chance(0.35));
        if (this.chance(0.4)) out['additionalProperties'] = this.chance(0.6) ? false : part();
        if (this.chance(0.1)) out['minProperties'] = this.upTo(2);
        if (this.chance(0.1)) out['maxProperties'] = 1 + this.upTo(3);
        if (this.chance(0.08)) out['patternProperties'] = { '^a': part() };
        if (this.chance(0.08)) out['propertyNames'] = this.pick([{ maxLength: 2 }, { pattern: '^[a-c]' }]);
        if (this.chance(0.06)) out['dependentRequired'] = { a: ['b'] };
        if (this.chance(0.05)) out['unevaluatedProperties'] = false;
        break;
      }
      case 'array':
        out['type'] = 'array';
        if (this.chance(0.7)) out['items'] = part();
        if (this.chance(0.25)) out['prefixItems'] = [part()];
        if (this.chance(0.3)) out['minItems'] = this.upTo(2);
        if (this.chance(0.3)) out['maxItems'] = 1 + this.upTo(2);
        if (this.chance(0.2)) out['uniqueItems'] = true;
        if (this.chance(0.1)) out['contains'] = part();
        break;
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        out[form] = Array.from({ length: 1 + this.upTo(2) }, part);
        if (this.chance(0.2)) out['type'] = this.pick(['string', 'object']);
        break;
      case 'nullable':
        out['anyOf'] = [part(), { type: 'null' }];
        break;
      case 'ref':
        out['$ref'] = this.pick(['#/$defs/one', '#/$defs/two']);
        if (this.chance(0.2)) out['minLength'] = 1;
        break;
      case 'condition':
        if (this.chance(0.5)) out['not'] = part();
        else Object.assign(out, { if: part(), then: part() });
        break;
    }
    return out;
  }

  root(): Schema {
    const schema = this.schema(3);
    if (typeof schema === 'boolean') return schema;
    return {
      ...schema,
      $defs: { one: this.schema(1), two: { type: 'object', properties: { a: { $ref: '#/$defs/two' } } } },
    };
  }

  /** A schema a little different: most pairs are near each other, as versions of a server are. */
  changed(value: unknown, depth = 0): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item) => (this.chance(0.3) ? this.changed(item, depth + 1) : item));
      if (items.length > 1 && this.chance(0.2)) items.splice(this.upTo(items.length - 1), 1);
      return items;
    }
    if (typeof value === 'number') return Math.max(1, value + this.upTo(2) - 1);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > 0 && this.chance(0.08)) return this.schema(1);
    const entries = Object.entries(value).filter(() => !this.chance(0.12));
    const changed = entries.map(
      ([key, part]) => [key, this.chance(0.4) ? this.changed(part, depth + 1) : part] as const,
    );
    return Object.fromEntries(changed);
  }

  /** A value that has some to do with the schema. `names`: of properties it may have. */
  value(schema: unknown, root: unknown, names: readonly string[], depth = 4): unknown {
    const wild = () =>
      this.pick<unknown>(['a', 'b', 'ab', '', 'cab', 0, 1, 2, 3, 4, -1, 2.5, null, true, false, [], {}]);
    if (depth === 0 || this.chance(0.12) || typeof schema !== 'object' || schema === null) return wild();
    const keywords = schema as Record<string, unknown>;
    const follow = (part: unknown) => this.value(part, root, names, depth - 1);
    const reference = keywords['$ref'];
    if (typeof reference === 'string') {
      const name = reference.split('/').at(-1) ?? '';
      const defs = (root as { $defs?: Record<string, unknown> }).$defs;
      return follow(defs?.[name]);
    }
    for (const key of ['anyOf', 'oneOf', 'allOf', 'enum']) {
      const list = keywords[key];
      if (!Array.isArray(list) || list.length === 0) continue;
      const one: unknown = list[this.upTo(list.length - 1)];
      return key === 'enum' ? one : follow(one);
    }
    if ('const' in keywords) return keywords['const'];
    const type = Array.isArray(keywords['type'])
      ? (keywords['type'] as unknown[])[this.upTo(keywords['type'].length - 1)]
      : keywords['type'];
    switch (type) {
      case 'object': {
        const properties = (keywords['properties'] ?? {}) as Record<string, unknown>;
        const rest = keywords['additionalProperties'];
        const chosen = names.filter((name) => this.chance(name in properties ? 0.8 : 0.2));
        return Object.fromEntries(chosen.map((name) => [name, follow(properties[name] ?? rest)]));
      }
      case 'array':
        return Array.from({ length: this.upTo(3) }, () => follow(keywords['items']));
      case 'string':
        return this.pick(['a', 'b', 'ab', '', 'cab', '2026-07-28']);
      case 'integer':
        return this.upTo(6) - 1;
      case 'number':
        return this.upTo(12) / 2 - 1;
      case 'boolean':
        return this.chance(0.5);
      case 'null':
        return null;
      default:
        return wild();
    }
  }
}

/** Names of properties that stand anywhere in the schema, and one that stands nowhere. */
function namesIn(schema: unknown): string[] {
  const text = JSON.stringify(schema);
  return ['a', 'b', 'c'].filter((name) => text.includes(`"${name}":`)).concat('zz');
}

const PAIRS = 2500;

test.each(['input', 'output'] as const)(
  `of ${PAIRS} pairs of schemas, what is called compatible for an %s accepts what it has to, as ajv judges`,
  (use) => {
    let judged = 0;
    let accepted = 0;
    const wrong: string[] = [];
    for (let seed = 1; seed <= PAIRS; seed++) {
      const maker = new Maker(seed + (use === 'input' ? 0 : 1_000_000));
      const old = maker.root();
      const now = maker.chance(0.85) ? maker.changed(old) : maker.root();
      const [before, after] = [JSON.stringify(old), JSON.stringify(now)];
      const found = diffSchemas(before, after, use);
      if (found.some(({ severity }) => severity === 'breaking' || severity === 'unclear')) continue;
      judged += 1;
      // A caller gives what the old schema accepts; a server gives what the new one does.
      const [from, to] = use === 'input' ? [before, after] : [after, before];
      const source = use === 'input' ? old : now;
      const assumed = found.some(({ assumes }) => assumes !== undefined);
      const names = assumed ? namesIn(source) : ['a', 'b', 'c', 'zz'];
      const instances = Array.from({ length: 20 }, () => JSON.stringify(maker.value(source, source, names)));
      for (const instance of [sampleFor(from).text, ...instances]) {
        if (validateText(from, instance).verdict !== 'valid') continue;
        accepted += 1;
        if (validateText(to, instance).verdict === 'invalid')
          wrong.push(
            `${seed}: ${before} → ${after}: ${instance} ${JSON.stringify(found.map(({ sentence }) => sentence))}`,
          );
      }
    }
    expect(wrong).toEqual([]);
    // Neither of the two may become rare, or nothing is tested.
    expect(judged).toBeGreaterThan(PAIRS / 5);
    expect(accepted).toBeGreaterThan(PAIRS);
  },
  120_000,
);
