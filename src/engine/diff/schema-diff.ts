import { decodeString, parseDocument, type JsonNode } from '../base/json/document.ts';
import { SchemaDocument } from '../schema/facets.ts';
import { membersByKey } from '../schema/members.ts';
import {
  inside,
  lowerFirst,
  quoted,
  Voice,
  type Effect,
  type SchemaFinding,
  type SchemaPlace,
  type SchemaUse,
} from './schema-finding.ts';
import {
  boundsFound,
  choicesFound,
  conditionsFound,
  multiplesFound,
  stringsFound,
  typesFound,
  wordsFound,
} from './schema-keywords.ts';
import { areDisjoint, formsOf, isSame, rawOf, stringsOf, tupleOf, type Read } from './schema-read.ts';
import { choiceOf, isAnnotation, type Choice } from './schema-values.ts';
import { valueKey } from './value-key.ts';

/** Deeper schemas are not judged: this recurses. */
const DEEPEST = 100;
/** Pairs of schemas that are compared; a hostile schema could have endlessly many alternatives. */
const MOST_PAIRS = 20_000;
/** Most alternatives of one schema that are matched with those of another. */
const MOST_BRANCHES = 40;

/**
 * What differs between two schemas, from the caller's side. With nothing breaking or unclear found, the later schema of an `input`
 * accepts all that the earlier one accepted, and the later one of an `output` nothing else (see `assumes`). Never fails: what can't be
 * judged is unclear. Nothing is fetched.
 */
export function diffSchemas(before: string, after: string, use: SchemaUse): readonly SchemaFinding[] {
  const from = parseDocument(before);
  const to = parseDocument(after);
  if (!from.ok || !to.ok) return [];
  if (valueKey(before, from.value) === valueKey(after, to.value)) return [];
  const comparer = new Comparer(
    new SchemaDocument(before, from.value),
    new SchemaDocument(after, to.value),
    use,
  );
  return comparer.all();
}

interface Open {
  readonly depth: number;
}

class Comparer {
  readonly #before: SchemaDocument;
  readonly #after: SchemaDocument;
  readonly #voice: Voice;
  readonly #known = new Map<string, SchemaFinding[]>();
  readonly #open = new Map<string, Open>();
  readonly #names = new Map<JsonNode, number>();
  /** The outermost comparison under way whose outcome was taken for granted. */
  #assumed = Infinity;
  #pairs = 0;

  constructor(before: SchemaDocument, after: SchemaDocument, use: SchemaUse) {
    this.#before = before;
    this.#after = after;
    this.#voice = new Voice(use);
  }

  all(): SchemaFinding[] {
    const place: SchemaPlace = {
      path: [],
      subject: this.#voice.use === 'input' ? 'The arguments' : 'The result',
      depth: 0,
    };
    const dialect = [this.#before, this.#after].map((document) => document.string(document.root, '$schema'));
    const found = this.#compare(this.#before.root, this.#after.root, place);
    if (dialect[0] !== dialect[1] && !(isDefaultDialect(dialect[0]) && isDefaultDialect(dialect[1])))
      found.unshift(
        ...this.#voice.say(
          place,
          'unclear',
          'The schema is written in another dialect, where the same words may mean something else.',
          {
            keyword: '$schema',
          },
        ),
      );
    // What two references lead to is told once.
    return [...new Set(found)];
  }

  #compare(a: JsonNode | undefined, b: JsonNode | undefined, place: SchemaPlace): SchemaFinding[] {
    if (a === undefined && b === undefined) return [];
    if (a !== undefined && b !== undefined && this.#isSameWithoutReferences(a, b)) return [];
    const key = `${this.#idOf(a)} ${this.#idOf(b)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const open = this.#open.get(key);
    if (open !== undefined) {
      // A schema that contains itself: it holds if it holds.
      this.#assumed = Math.min(this.#assumed, open.depth);
      return [];
    }
    this.#pairs += 1;
    if (place.depth > DEEPEST || this.#pairs > MOST_PAIRS)
      return this.#voice.say(place, 'unclear', `${place.subject}: the schema is too large to be judged.`);
    const outer = this.#assumed;
    this.#assumed = Infinity;
    this.#open.set(key, { depth: place.depth });
    const found = this.#judge(a, b, { ...place, depth: place.depth + 1 });
    this.#open.delete(key);
    if (this.#assumed >= place.depth) this.#known.set(key, found);
    this.#assumed = Math.min(outer, this.#assumed >= place.depth ? Infinity : this.#assumed);
    return found;
  }

  #idOf(node: JsonNode | undefined): number {
    if (node === undefined) return -1;
    const known = this.#names.get(node);
    if (known !== undefined) return known;
    this.#names.set(node, this.#names.size);
    return this.#names.size - 1;
  }

  #isSameWithoutReferences(a: JsonNode, b: JsonNode): boolean {
    if (a.end - a.start !== b.end - b.start) return false;
    const text = this.#before.raw(a);
    return text === this.#after.raw(b) && !/Ref"|\$ref"|\\u/.test(text);
  }

  #judge(a: JsonNode | undefined, b: JsonNode | undefined, place: SchemaPlace): SchemaFinding[] {
    const { subject } = place;
    const before = this.#read(this.#before, a);
    const after = this.#read(this.#after, b);
    if (before === 'unknown' || after === 'unknown')
      return this.#voice.say(place, 'unclear', `${subject}: one of the two is no schema.`);
    if (before === 'nothing') {
      if (after === 'nothing') return [];
      return this.#voice.say(
        place,
        'wider',
        this.#voice.tell(`${subject} may now be given.`, `${subject} may now be there.`),
      );
    }
    if (after === 'nothing')
      return this.#voice.say(
        place,
        'narrower',
        this.#voice.tell(`${subject} may no longer be given.`, `${subject} is never there now.`),
      );
    return this.#schemas(this.#leadOn(before, after), this.#leadOn(after, before), place);
  }

  #read(document: SchemaDocument, node: JsonNode | undefined): Read | 'nothing' | 'unknown' {
    if (node === undefined || document.is(node, 'true')) return { document, node, keywords: new Map() };
    if (document.is(node, 'false')) return 'nothing';
    return node.kind === 'object' ? { document, node, keywords: membersByKey(node) } : 'unknown';
  }

  /** Where a schema says nothing but where to look, and the other says it in place: what it leads to. */
  #leadOn(read: Read, other: Read): Read {
    let at = read;
    for (let steps = 0; steps < 10; steps++) {
      const reference = at.keywords.get('$ref');
      if (reference === undefined || other.keywords.has('$ref')) return at;
      if ([...at.keywords.keys()].some((key) => key !== '$ref' && !isAnnotation(key))) return at;
      const target = at.document.resolve(reference);
      const next = target && this.#read(at.document, target);
      if (next === undefined || typeof next === 'string') return at;
      at = next;
    }
    return at;
  }

  #schemas(before: Read, after: Read, place: SchemaPlace): SchemaFinding[] {
    const choices = [
      choiceOf(before.document, before.keywords),
      choiceOf(after.document, after.keywords),
    ] as const;
    const alternatives = this.#alternatives(before, after, place);
    if (alternatives !== undefined)
      return [...alternatives, ...wordsFound(this.#voice, before, after, place)];
    const types = typesFound(this.#voice, before, after, choices, place);
    return [
      ...this.#references(before, after, place),
      ...types.found,
      ...choicesFound(this.#voice, before, after, choices, place),
      ...(types.shared.has('object') ? this.#objects(before, after, place) : []),
      ...(types.shared.has('array') ? this.#arrays(before, after, place) : []),
      ...boundsFound(this.#voice, before, after, types.shared, types.integers, place),
      ...(types.shared.has('string') ? stringsFound(this.#voice, before, after, place) : []),
      ...multiplesFound(this.#voice, before, after, types.shared, place),
      ...this.#branches('allOf', before, after, choices, place),
      ...this.#branches('anyOf', before, after, choices, place),
      ...this.#branches('oneOf', before, after, choices, place),
      ...conditionsFound(this.#voice, before, after, place),
      ...wordsFound(this.#voice, before, after, place),
    ];
  }

  #references(before: Read, after: Read, place: SchemaPlace): SchemaFinding[] {
    const [a, b] = [before.keywords.get('$ref'), after.keywords.get('$ref')];
    const nested = [before, after].some(
      ({ document, node, keywords }) => node !== document.root && keywords.has('$id'),
    );
    const dynamic = [before, after].some(
      ({ keywords }) => keywords.has('$dynamicRef') || keywords.has('$recursiveRef'),
    );
    if (nested || dynamic)
      return this.#voice.say(
        place,
        'unclear',
        `${place.subject}: what its reference leads to depends on where it is used.`,
      );
    if (a === undefined && b === undefined) return [];
    if (a !== undefined && b !== undefined) {
      const [from, to] = [this.#before.resolve(a), this.#after.resolve(b)];
      const [was, is] = [this.#before.raw(a), this.#after.raw(b)];
      if (from === undefined && to === undefined && was === is) return [];
      if (from !== undefined && to !== undefined) {
        const pointer = decodeString(this.#after.text, b) ?? '';
        const path = /^#\/(?:\$defs|definitions)\//.test(pointer)
          ? pointer.slice(2).split('/')
          : [...place.path, '$ref'];
        return this.#compare(from, to, { ...place, path });
      }
    }
    return this.#voice.say(
      place,
      'unclear',
      `${place.subject}: the reference differs, and what it leads to can't be compared.`,
      {
        keyword: '$ref',
        before: a && this.#before.raw(a),
        after: b && this.#after.raw(b),
      },
    );
  }

  #objects(before: Read, after: Read, place: SchemaPlace): SchemaFinding[] {
    const props = membersByKey(before.keywords.get('properties'));
    const newProps = membersByKey(after.keywords.get('properties'));
    const required = stringsOf(before, 'required');
    const newRequired = stringsOf(after, 'required');
    const rest = before.keywords.get('additionalProperties');
    const newRest = after.keywords.get('additionalProperties');
    const patterns = membersByKey(before.keywords.get('patternProperties'));
    const newPatterns = membersByKey(after.keywords.get('patternProperties'));
    const byPattern = patterns.size > 0 || newPatterns.size > 0;
    const found: SchemaFinding[] = [];
    const at = (key: string): SchemaPlace => inside(place, ['properties', key], quoted(key));

    for (const name of required)
      if (!newRequired.has(name)) found.push(...this.#noLongerRequired(name, newProps, place));
    for (const [name, schema] of props) {
      const other = newProps.get(name);
      if (other !== undefined) found.push(...this.#compare(schema, other, at(name)));
      else
        found.push(
          ...this.#propertyGone(
            name,
            schema,
            newRest,
            byPattern,
            required.has(name) && !newRequired.has(name),
            at(name),
          ),
        );
    }
    for (const name of newRequired)
      if (!required.has(name)) found.push(...this.#nowRequired(name, props, newProps, place));
    for (const [name, schema] of newProps) {
      if (!props.has(name))
        found.push(
          ...this.#propertyCame(
            name,
            schema,
            rest,
            byPattern,
            required,
            newRequired.has(name) && !required.has(name),
            at(name),
          ),
        );
    }
    found.push(...this.#others(rest, newRest, place));
    if (byPattern) found.push(...this.#patterns(patterns, newPatterns, place));
    const names = [before.keywords.get('propertyNames'), after.keywords.get('propertyNames')] as const;
    found.push(
      ...this.#compare(
        ...names,
        inside(place, ['propertyNames'], `A name of a property of ${lowerFirst(place.subject)}`),
      ),
    );
    return found;
  }

  #nowRequired(
    name: string,
    props: ReadonlyMap<string, JsonNode>,
    newProps: ReadonlyMap<string, JsonNode>,
    place: SchemaPlace,
  ): SchemaFinding[] {
    const isNew = !props.has(name) && newProps.has(name);
    const schema = newProps.get(name);
    return this.#voice.say(
      place,
      'narrower',
      this.#voice.tell(
        isNew
          ? `Callers must now give ${quoted(name)}, which is new.`
          : `Callers must now give ${quoted(name)}; before, it could be left out.`,
        `${quoted(name)} is now always there.`,
      ),
      { keyword: 'required', after: schema && this.#after.raw(schema) },
    );
  }

  #noLongerRequired(
    name: string,
    newProps: ReadonlyMap<string, JsonNode>,
    place: SchemaPlace,
  ): SchemaFinding[] {
    const gone = newProps.has(name) ? '' : ' and the schema no longer names it';
    return this.#voice.say(
      place,
      'wider',
      this.#voice.tell(
        `${quoted(name)} may now be left out.`,
        `${quoted(name)} is no longer guaranteed${gone}: callers that rely on it may miss it.`,
      ),
      { keyword: 'required' },
    );
  }

  #propertyCame(
    name: string,
    schema: JsonNode,
    rest: JsonNode | undefined,
    byPattern: boolean,
    required: ReadonlySet<string>,
    newlyRequired: boolean,
    place: SchemaPlace,
  ): SchemaFinding[] {
    const after = this.#after.raw(schema);
    if (byPattern)
      return this.#voice.say(
        place,
        'unclear',
        `${quoted(name)} is named now; before, patterns of names may have covered it.`,
        { after },
      );
    if (rest !== undefined && this.#before.is(rest, 'false')) {
      if (this.#after.is(schema, 'false')) return [];
      return this.#voice.say(
        place,
        'wider',
        this.#voice.tell(
          `Callers may now give ${quoted(name)}${newlyRequired ? '' : '; those that leave it out are served as before'}.`,
          `The result can now have ${quoted(name)}, which the old schema ruled out.`,
        ),
        { after },
      );
    }
    if (rest !== undefined && !this.#before.is(rest, 'true')) return this.#compare(rest, schema, place);
    if (this.#compare(undefined, schema, place).every(({ effect }) => effect === 'none'))
      return this.#voice.say(
        place,
        'none',
        this.#voice.tell(
          `Callers may now give ${quoted(name)}, of any form.`,
          `The result now names ${quoted(name)}, of any form.`,
        ),
        { after, severity: 'compatible' },
      );
    // A required one is told as that.
    if (newlyRequired) return [];
    if (required.has(name) && this.#voice.use === 'input')
      return this.#voice.say(
        place,
        'narrower',
        `The form of ${quoted(name)} is fixed now; before, it could be anything.`,
        { after },
      );
    return this.#voice.say(
      place,
      'narrower',
      this.#voice.tell(
        `Callers may now give ${quoted(name)}; those that leave it out are served as before.`,
        `The result now names ${quoted(name)} and fixes its form.`,
      ),
      {
        after,
        severity: 'compatible',
        unnamed: this.#voice.use === 'input',
      },
    );
  }

  #propertyGone(
    name: string,
    schema: JsonNode,
    newRest: JsonNode | undefined,
    byPattern: boolean,
    noLongerRequired: boolean,
    place: SchemaPlace,
  ): SchemaFinding[] {
    const before = this.#before.raw(schema);
    // That it is no longer guaranteed is told.
    if (this.#voice.use === 'output' && noLongerRequired) return [];
    if (byPattern)
      return this.#voice.say(
        place,
        'unclear',
        `${quoted(name)} is no longer named; patterns of names may cover it.`,
        { before },
      );
    if (newRest !== undefined && this.#after.is(newRest, 'false')) {
      if (this.#before.is(schema, 'false')) return [];
      return this.#voice.say(
        place,
        'narrower',
        this.#voice.tell(
          `Callers can no longer give ${quoted(name)}: the server refuses what it does not name.`,
          `The result no longer has ${quoted(name)}, which was never guaranteed.`,
        ),
        this.#voice.use === 'output' ? { before, severity: 'unclear' } : { before },
      );
    }
    if (newRest !== undefined && !this.#after.is(newRest, 'true'))
      return this.#compare(schema, newRest, place);
    return this.#voice.say(
      place,
      'wider',
      this.#voice.tell(
        `The schema no longer names ${quoted(name)}: callers that give it are not refused, but it may have no effect.`,
        `The result no longer names ${quoted(name)}: it may be gone, or of another form.`,
      ),
      { before, severity: 'unclear' },
    );
  }

  #others(rest: JsonNode | undefined, newRest: JsonNode | undefined, place: SchemaPlace): SchemaFinding[] {
    const was = rest !== undefined && this.#before.is(rest, 'false');
    const is = newRest !== undefined && this.#after.is(newRest, 'false');
    const texts = {
      keyword: 'additionalProperties',
      before: rest && this.#before.raw(rest),
      after: newRest && this.#after.raw(newRest),
    };
    const of = lowerFirst(place.subject);
    if (is && !was)
      return this.#voice.say(
        place,
        'narrower',
        this.#voice.tell(
          `Properties that the schema does not name are now refused in ${of}; before, they were let through.`,
          `There are no properties in ${of} now but those the schema names.`,
        ),
        texts,
      );
    if (was && !is)
      return this.#voice.say(
        place,
        'wider',
        this.#voice.tell(
          `Properties that the schema does not name are now let through in ${of}.`,
          `There can now be properties in ${of} that the schema does not name, which callers do not expect.`,
        ),
        texts,
      );
    return this.#compare(rest, newRest, inside(place, ['additionalProperties'], `Another property of ${of}`));
  }

  #patterns(
    patterns: ReadonlyMap<string, JsonNode>,
    newPatterns: ReadonlyMap<string, JsonNode>,
    place: SchemaPlace,
  ): SchemaFinding[] {
    const same =
      patterns.size === newPatterns.size && [...patterns.keys()].every((key) => newPatterns.has(key));
    if (!same)
      return this.#voice.say(
        place,
        'unclear',
        `The patterns of names of properties differ in ${lowerFirst(place.subject)}.`,
        { keyword: 'patternProperties' },
      );
    return [...patterns].flatMap(([pattern, schema]) =>
      this.#compare(
        schema,
        newPatterns.get(pattern),
        inside(place, ['patternProperties', pattern], `A property whose name matches ${quoted(pattern)}`),
      ),
    );
  }

  #arrays(before: Read, after: Read, place: SchemaPlace): SchemaFinding[] {
    const was = tupleOf(before);
    const is = tupleOf(after);
    const found: SchemaFinding[] = [];
    const of = lowerFirst(place.subject);
    for (let index = 0; index < Math.max(was.first.length, is.first.length); index++) {
      const path = ['prefixItems', index];
      found.push(
        ...this.#compare(
          was.first[index] ?? was.rest,
          is.first[index] ?? is.rest,
          inside(place, path, `Item ${index + 1} of ${of}`),
        ),
      );
    }
    found.push(...this.#compare(was.rest, is.rest, inside(place, ['items'], `An item of ${of}`)));
    const [unique, nowUnique] = [before, after].map(({ document, keywords }) =>
      document.is(keywords.get('uniqueItems'), 'true'),
    );
    if (unique !== nowUnique)
      found.push(
        ...(nowUnique
          ? this.#voice.say(
              place,
              'narrower',
              this.#voice.tell(
                `The items of ${of} must now differ from each other.`,
                `The items of ${of} now differ from each other.`,
              ),
              { keyword: 'uniqueItems' },
            )
          : this.#voice.say(
              place,
              'wider',
              this.#voice.tell(
                `The items of ${of} may now repeat.`,
                `Items of ${of} can now repeat, which callers do not expect.`,
              ),
              { keyword: 'uniqueItems' },
            )),
      );
    if (
      !isSame(before, after, 'contains') ||
      !isSame(before, after, 'minContains') ||
      !isSame(before, after, 'maxContains')
    )
      found.push(
        ...this.#voice.say(place, 'unclear', `What ${of} has to contain is another thing now.`, {
          keyword: 'contains',
        }),
      );
    return found;
  }

  /** Alternatives and parts: those that are alike are matched, the others paired by place, what is left came or went. */
  #branches(
    keyword: 'allOf' | 'anyOf' | 'oneOf',
    before: Read,
    after: Read,
    choices: readonly [Choice | undefined, Choice | undefined],
    place: SchemaPlace,
  ): SchemaFinding[] {
    const a = choices[0]?.keyword === keyword ? undefined : before.keywords.get(keyword);
    const b = choices[1]?.keyword === keyword ? undefined : after.keywords.get(keyword);
    if (a === undefined && b === undefined) return [];
    const { subject } = place;
    const texts = { keyword, before: a && before.document.raw(a), after: b && after.document.raw(b) };
    const from = a?.items ?? [];
    const to = b?.items ?? [];
    if (from.length > MOST_BRANCHES || to.length > MOST_BRANCHES)
      return this.#voice.say(
        place,
        'unclear',
        `${subject}: there are too many alternatives to be judged.`,
        texts,
      );
    if (keyword !== 'allOf' && (a === undefined || b === undefined))
      return b === undefined
        ? this.#voice.say(
            place,
            'wider',
            this.#voice.tell(
              `${subject} no longer has to take one of several forms.`,
              `${subject} is no longer sure to take one of several forms.`,
            ),
            texts,
          )
        : this.#voice.say(
            place,
            'narrower',
            this.#voice.tell(
              `${subject} must now also take one of several forms.`,
              `${subject} now takes one of several forms.`,
            ),
            texts,
          );
    const paired = this.#pair(from, to, keyword, place);
    const changed = paired.changed.length > 0 || paired.gone.length > 0 || paired.came.length > 0;
    if (
      changed &&
      keyword === 'oneOf' &&
      !(areDisjoint(before.document, from) && areDisjoint(after.document, to))
    )
      return this.#voice.say(
        place,
        'unclear',
        `${subject}: the alternatives differ, and only one of them may fit.`,
        texts,
      );
    const more = keyword === 'allOf' ? 'narrower' : 'wider';
    const fewer = keyword === 'allOf' ? 'wider' : 'narrower';
    const [came, gone] =
      keyword === 'allOf'
        ? ([
            this.#voice.tell(
              `${subject} must now satisfy a further condition.`,
              `${subject} now satisfies a further condition.`,
            ),
            this.#voice.tell(
              `${subject} no longer has to satisfy one of the conditions.`,
              `${subject} is no longer sure to satisfy one of the conditions.`,
            ),
          ] as const)
        : ([
            this.#voice.tell(
              `${subject} may now take a further form.`,
              `${subject} can now take a further form, which callers do not expect.`,
            ),
            this.#voice.tell(
              `${subject} can no longer take one of its forms.`,
              `${subject} no longer takes one of its forms.`,
            ),
          ] as const);
    return [
      ...paired.changed,
      ...paired.gone.flatMap((node) =>
        this.#voice.say(place, fewer, gone, { keyword, before: before.document.raw(node) }),
      ),
      ...paired.came.flatMap((node) =>
        this.#voice.say(place, more, came, { keyword, after: after.document.raw(node) }),
      ),
    ];
  }

  #pair(from: readonly JsonNode[], to: readonly JsonNode[], keyword: string, place: SchemaPlace) {
    const changed: SchemaFinding[] = [];
    const left = new Set(to);
    const gone: JsonNode[] = [];
    for (const node of from) {
      const twin = [...left].find((other) =>
        this.#compare(node, other, inside(place, [keyword, to.indexOf(other)], place.subject)).every(
          ({ effect }) => effect === 'none',
        ),
      );
      if (twin === undefined) gone.push(node);
      else {
        left.delete(twin);
        changed.push(...this.#compare(node, twin, inside(place, [keyword, to.indexOf(twin)], place.subject)));
      }
    }
    const came = [...left];
    if (gone.length === came.length) {
      for (const [index, node] of gone.entries()) {
        const other = came[index];
        if (other !== undefined)
          changed.push(
            ...this.#compare(node, other, inside(place, [keyword, to.indexOf(other)], place.subject)),
          );
      }
      return { changed, gone: [], came: [] };
    }
    return { changed, gone, came };
  }

  /** A schema became one of several forms, or the only one left; undefined where neither is the case. */
  #alternatives(before: Read, after: Read, place: SchemaPlace): SchemaFinding[] | undefined {
    const [a, b] = [formsOf(before), formsOf(after)];
    const forms = a ?? b;
    if (forms === undefined || (a !== undefined && b !== undefined)) return undefined;
    const comesLast = a === undefined;
    const [list, whole] = comesLast ? [after, before] : [before, after];
    if (whole.keywords.has('anyOf') || whole.keywords.has('oneOf')) return undefined;
    const { keyword, branches } = forms;
    const { subject } = place;
    const texts = { keyword, before: rawOf(before, keyword), after: rawOf(after, keyword) };
    if (branches.length > MOST_BRANCHES || (keyword === 'oneOf' && !areDisjoint(list.document, branches)))
      return this.#voice.say(place, 'unclear', `${subject}: only one of the alternatives may fit.`, texts);
    const effects = branches.map((branch) => {
      const found = comesLast
        ? this.#compare(whole.node, branch, place)
        : this.#compare(branch, whole.node, place);
      return new Set(found.map(({ effect }) => effect).filter((effect) => effect !== 'none'));
    });
    const only = (effect: Effect) => (found: ReadonlySet<Effect>) =>
      [...found].every((one) => one === effect);
    // The whole fits into one of the forms, or takes in all of them.
    if (effects.some(only(comesLast ? 'wider' : 'narrower'))) {
      const isSame = branches.length === 1 && effects[0]?.size === 0;
      if (isSame) return this.#voice.say(place, 'none', `${subject} is written in another way.`, texts);
      if (comesLast)
        return this.#voice.say(
          place,
          'wider',
          this.#voice.tell(
            `${subject} may now take a further form.`,
            `${subject} can now take a further form, which callers do not expect.`,
          ),
          texts,
        );
      if (!effects.every(only('wider')))
        return this.#voice.say(
          place,
          'narrower',
          this.#voice.tell(
            `${subject} can no longer take one of its forms.`,
            `${subject} no longer takes one of its forms.`,
          ),
          texts,
        );
    }
    if (effects.every(only(comesLast ? 'narrower' : 'wider')))
      return this.#voice.say(
        place,
        comesLast ? 'narrower' : 'wider',
        this.#voice.tell(
          `${subject} ${comesLast ? 'must now take' : 'no longer has to take'} one of several forms.`,
          `${subject} ${comesLast ? 'now takes' : 'no longer takes'} one of several forms alone.`,
        ),
        texts,
      );
    return this.#voice.say(
      place,
      'unclear',
      `${subject}: the alternatives can't be compared with what stands in their place.`,
      texts,
    );
  }
}

function isDefaultDialect(uri: string | undefined): boolean {
  return uri === undefined || /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(uri);
}
