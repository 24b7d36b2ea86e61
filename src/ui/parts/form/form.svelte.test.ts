import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import { flushSync, tick } from 'svelte';
import { describe, expect, test } from 'vitest';
import { formOf } from '../../../engine/schema/form-model.ts';
import { validateText } from '../../../engine/schema/compile.ts';
import { formTextOf, textOf, type FormText } from '../../../engine/schema/form-text.ts';
import type { FormProblem } from './form-host.svelte.ts';
import SchemaForm from './SchemaForm.svelte';

type Json = Record<string, unknown>;

const SHORT = 'Needs at least 3 characters, has 2';

/** A form over a text, as a panel keeps it. */
function show(schema: Json | string, text = '{}', problems: readonly FormProblem[] = []) {
  const model = formOf(typeof schema === 'string' ? schema : JSON.stringify(schema));
  if (!model.ok) expect.unreachable(model.reason);
  const read = formTextOf(text);
  if (!read.ok) expect.unreachable(read.message);
  const root = (model as { root: NonNullable<unknown> }).root as never;
  const props = $state({
    places: [{ path: [], node: root, bare: true }],
    text: (read as { value: FormText }).value,
    problems,
    disabled: false,
    quiet: false,
    onchange: (next: FormText) => {
      props.text = next;
    },
  });
  render(SchemaForm, props);
  return {
    get text() {
      return textOf(props.text);
    },
    get value() {
      return JSON.parse(textOf(props.text)) as unknown;
    },
    props,
  };
}

function textFrom(text: string): FormText {
  const read = formTextOf(text);
  return read.ok ? read.value : expect.unreachable(read.message);
}

function fill(control: HTMLElement, text: string): void {
  (control as HTMLInputElement).value = text;
  control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  flushSync();
}

async function press(name: string): Promise<void> {
  screen.getByRole('button', { name }).click();
  await tick();
}

const box = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });

describe('names', () => {
  test('a field is called by its title, else by its key; with a title the key stands beside it', () => {
    show(
      '{"type":"object","properties":{"a":{"type":"string","title":"Full name"},"b":{"type":"string"},"__proto__":{"type":"string"},"":{"type":"string"},"o":{"type":"object","title":"Options","required":["x"],"properties":{"x":{"type":"string"}}}},"required":["o"]}',
    );
    for (const name of ['Full name', 'b', '__proto__', '""', 'x']) expect(box(name)).toBeTruthy();
    expect(screen.getByText('a').tagName).toBe('CODE');
    expect(screen.getByRole('group', { name: 'Options' })).toBeTruthy();
  });

  test('hints, limits and problems describe the control', () => {
    show(
      {
        type: 'object',
        properties: { a: { type: 'string', description: 'What it is', minLength: 8, deprecated: true } },
        required: ['a'],
      },
      '{"a":"x"}',
      [{ pointer: '/a', message: 'Needs at least 8 characters, has 1' }],
    );
    const control = box('a');
    const described = (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual([
      'required, deprecated',
      'Needs at least 8 characters, has 1',
      'at least 8 characters',
      'What it is',
    ]);
    expect(control.getAttribute('aria-invalid')).toBe('true');
  });

  test('what is missing is said at its own field, and nowhere else', () => {
    show({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, '{}', [
      { pointer: '', message: 'Missing required property a', keyword: 'required', property: 'a' },
    ]);
    expect(box('a').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Required')).toBeTruthy();
    expect(screen.queryByText(/Missing required/)).toBeNull();
  });
});

describe('what is required and missing', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    required: ['a', 'b'],
  };
  const missing = ['a', 'b'].map((property) => ({
    ...{ pointer: '', message: `Missing required property ${property}`, keyword: 'required', property },
  }));
  const said = () => ['a', 'b'].filter((name) => box(name).getAttribute('aria-invalid') === 'true');
  const leave = (control: HTMLElement) => {
    control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    flushSync();
  };

  test('is said of a field once the person has been in it', () => {
    const form = show(schema, '{}', missing);
    form.props.quiet = true;
    flushSync();
    expect(said()).toEqual([]);
    leave(box('a'));
    expect(said()).toEqual(['a']);
    // Tried to send, or filled in before: everything is said.
    form.props.quiet = false;
    flushSync();
    expect(said()).toEqual(['a', 'b']);
  });

  test('does not move what is being clicked: it is said after the click', async () => {
    const form = show(schema, '{}', missing);
    form.props.quiet = true;
    flushSync();
    const pointer = (type: string) => window.dispatchEvent(new Event(type));
    pointer('pointerdown');
    leave(box('a'));
    expect(said()).toEqual([]);
    pointer('pointerup');
    await waitFor(() => expect(said()).toEqual(['a']));
  });

  test('hides no other problem', () => {
    const form = show(schema, '{"a":1}', [{ pointer: '/a', message: 'Expected a string', keyword: 'type' }]);
    form.props.quiet = true;
    flushSync();
    expect(box('a').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('absent, "", null and a value are four things', () => {
  test('typing and deleting leaves it absent; "" and null are chosen', async () => {
    const form = show({ type: 'object', properties: { a: { type: 'string' } } }, '{ "z": 1.0 }');
    fill(box('a'), 'x');
    expect(form.text).toBe('{ "z": 1.0, "a": "x" }');
    fill(box('a'), '');
    expect(form.text).toBe('{ "z": 1.0 }');
    await press('"" for a');
    expect(form.value).toEqual({ z: 1, a: '' });
    expect(box('a').placeholder).toBe('""');
    // What goes out looks and reads otherwise than what is not there.
    expect(box('a').classList).toContain('holds');
    expect(screen.getByText(/^sends/).textContent).toMatch(/^sends "";/);
    await press('null for a');
    expect(form.value).toEqual({ z: 1, a: null });
    expect(box('a').classList).toContain('holds');
    await press('absent for a');
    expect(form.value).toEqual({ z: 1 });
    expect(box('a').placeholder).toBe('absent');
    expect(box('a').classList).not.toContain('holds');
    expect(screen.queryByText(/^sends/)).toBeNull();
  });

  test('an array: absent, [], null and items', async () => {
    const form = show({ type: 'object', properties: { l: { type: 'array', items: { type: 'string' } } } });
    await press('[] for l');
    expect(form.value).toEqual({ l: [] });
    await press('null for l');
    expect(form.value).toEqual({ l: null });
    await press('Add item to l');
    expect(form.value).toEqual({ l: [''] });
    fill(box('l[0]'), 'x');
    await press('Add item to l');
    await press('Move l[1] up');
    expect(form.value).toEqual({ l: ['', 'x'] });
    await press('Remove l[0]');
    expect(form.value).toEqual({ l: ['x'] });
  });

  test('an object: absent, {}, with defaults, null', async () => {
    const form = show({
      type: 'object',
      properties: { o: { type: 'object', properties: { n: { type: 'integer', default: 7 } } } },
    });
    expect(screen.queryByLabelText('n')).toBeNull();
    await press('{} for o');
    expect(form.value).toEqual({ o: {} });
    await press('default 7 for n');
    expect(form.value).toEqual({ o: { n: 7 } });
    await press('absent for o');
    await press('null for o');
    expect(form.value).toEqual({ o: null });
    await press('with defaults for o');
    expect(form.value).toEqual({ o: { n: 7 } });
    await press('absent for o');
    expect(form.value).toEqual({});
  });

  test('a boolean that need not be there has three states, and null where that is allowed', () => {
    const form = show({
      type: 'object',
      properties: { b: { type: 'boolean' }, n: { type: ['boolean', 'null'] } },
    });
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'b' });
    expect([...select.options].map(({ text }) => text)).toEqual(['absent', 'true', 'false']);
    fill(select, 'false');
    expect(form.value).toEqual({ b: false });
    fill(select, '');
    expect(form.value).toEqual({});
    fill(screen.getByRole('combobox', { name: 'n' }), 'null');
    expect(form.value).toEqual({ n: null });
  });

  test('a boolean that is required is neither until it is chosen', async () => {
    const form = show({ type: 'object', properties: { b: { type: 'boolean' } }, required: ['b'] });
    const check = screen.getByRole<HTMLInputElement>('checkbox', { name: 'b' });
    expect(check.indeterminate).toBe(true);
    await press('false for b');
    expect(form.value).toEqual({ b: false });
    check.click();
    expect(form.value).toEqual({ b: true });
  });
});

describe('what is typed stays as typed', () => {
  test.each(['1.', '-', '1e', '1.0', '1e3', '9007199254740993', '42xyz'])('%s in a number', (typed) => {
    const form = show({ type: 'object', properties: { n: { type: 'number' } } });
    for (let length = 1; length <= typed.length; length++) {
      fill(box('n'), typed.slice(0, length));
      expect(box('n').value).toBe(typed.slice(0, length));
    }
    expect(form.text).toBe(`{"n": ${typed}}`);
  });

  test('a draft says why it is no value yet, and other fields go on', () => {
    const form = show({ type: 'object', properties: { n: { type: 'number' }, s: { type: 'string' } } });
    fill(box('n'), '1.');
    expect(screen.getByText('A digit is missing after the point')).toBeTruthy();
    fill(box('s'), 'x');
    expect(form.text).toBe('{"n": 1., "s": "x"}');
    expect(box('n').value).toBe('1.');
    fill(box('n'), '1.5');
    expect(form.value).toEqual({ n: 1.5, s: 'x' });
  });

  test('JSON in a field without a type, to the character and with its white space', () => {
    const form = show({ type: 'object', properties: { o: {} } });
    for (const typed of [
      ...['"e', '"en', '"env', '"en', '"e', '"', '"env"', '"env" '],
      ...['{"status":"inactive",}', '{"status": "inactive"}\n'],
    ]) {
      fill(box('o'), typed);
      expect(box('o').value).toBe(typed);
    }
    expect(form.text).toBe('{"o": {"status": "inactive"}}');
    fill(box('o'), 'active');
    expect(screen.getByText('Not JSON: a text needs quotes')).toBeTruthy();
    expect(form.text).toBe('{"o": active}');
  });

  test.each([
    ['{"s": 7}', '7'],
    ['{"s": "a\\r\\nb"}', '"a\\r\\nb"'],
    ['{"s": "\\ud800"}', '"\\ud800"'],
    ['{"s": {"a": 1.0}}', '{"a": 1.0}'],
  ])('what a text box would change is edited as JSON: %s', (text, shown) => {
    const form = show({ type: 'object', properties: { s: { type: 'string' } } }, text);
    expect(box('s').value).toBe(shown);
    expect(form.text).toBe(text);
  });

  test('lines are kept', () => {
    const form = show(
      { type: 'object', properties: { s: { type: 'string' }, e: { type: 'string', format: 'uri' } } },
      '{"e":"a\\nb"}',
    );
    fill(box('s'), 'a\nb');
    expect(box('e').value).toBe('a\nb');
    expect(form.value).toEqual({ e: 'a\nb', s: 'a\nb' });
  });

  test('a new item of a kind that has no empty value blocks until it is chosen', async () => {
    const form = show(
      { type: 'object', properties: { l: { type: 'array', items: { type: 'integer' } } } },
      '{"l":[1]}',
    );
    await press('Add item to l');
    expect(form.text).toBe('{"l":[1, ]}');
    expect(screen.getByText('A number is missing')).toBeTruthy();
    expect(document.activeElement).toBe(box('l[1]'));
    fill(box('l[1]'), '2');
    expect(form.text).toBe('{"l":[1, 2]}');
  });
});

describe('choices', () => {
  const union = {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'email' }, address: { type: 'string' } },
        required: ['kind', 'address'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'sms' }, phone: { type: 'string' } },
        required: ['kind', 'phone'],
      },
    ],
  };

  test('at the root: the fields of one alternative, its constant filled in and locked', () => {
    const form = show(union, '{"kind":"email"}');
    const kind = box('kind');
    expect([kind.value, kind.readOnly]).toEqual(['email', true]);
    fill(box('address'), 'a@b');
    fill(screen.getByRole('combobox', { name: 'Alternative' }), '1');
    expect(form.value).toEqual({ kind: 'sms' });
    fill(box('phone'), '1');
    fill(screen.getByRole('combobox', { name: 'Alternative' }), '0');
    expect(form.value).toEqual({ kind: 'email', address: 'a@b' });
  });

  test('of types: the control follows, and so does what the text says', () => {
    const form = show({ type: 'object', properties: { id: { type: ['string', 'integer'] } } }, '{"id":7}');
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Alternative for id' });
    expect(choice.value).toBe('1');
    fill(choice, '0');
    expect(form.value).toEqual({ id: '' });
    fill(box('id'), 'x');
    expect(form.value).toEqual({ id: 'x' });
    fill(choice, '1');
    expect(form.value).toEqual({ id: 7 });
  });

  test.each([
    ['types', { type: ['string', 'number'] }],
    ['oneOf', { oneOf: [{ type: 'string' }, { type: 'number' }] }],
    ['an alternative among others', { anyOf: [{ type: ['boolean', 'string'] }, { type: 'number' }] }],
  ])('half a number stays in the alternative it was typed into: %s', (_, id) => {
    const form = show({ type: 'object', properties: { id } }, '{"id":7}');
    const control = box('id');
    for (const typed of ['7.', '7.5', '-', '', '3']) {
      fill(box('id'), typed);
      expect(box('id')).toBe(control);
      expect(box('id').value).toBe(typed);
    }
    expect(form.text).toBe('{"id": 3}');
  });

  test('half a number that was typed before the form was drawn is of the alternative that takes numbers', () => {
    const schema = { type: 'object', properties: { id: { type: ['string', 'number'] } } };
    const before = show(schema, '{"id":7}');
    fill(box('id'), '7.');
    const { text } = before.props;
    cleanup();
    const form = show(schema);
    form.props.text = text;
    flushSync();
    fill(box('id'), '7.5');
    expect(form.text).toBe('{"id":7.5}');
  });

  test('an alternative stays when what told it apart is deleted; a text from elsewhere says what it is', () => {
    const [a, b] = ['a', 'b'].map((key) => ({ type: 'object', properties: { [key]: { type: 'string' } } }));
    const form = show({ type: 'object', properties: { x: { oneOf: [a, b] } } }, '{"x":{"b":"1"}}');
    fill(box('b'), '');
    expect(form.text).toBe('{"x":{}}');
    expect(box('b')).toBeTruthy();
    form.props.text = textFrom('{"x":{"a":"1"}}');
    flushSync();
    expect(box('a').value).toBe('1');
  });

  test('an item takes its alternative along when it moves', async () => {
    const items = { type: ['string', 'number'] };
    const form = show({ type: 'object', properties: { l: { type: 'array', items } } }, '{"l":["x",7]}');
    fill(box('l[1]'), '-');
    await press('Move l[1] up');
    fill(box('l[0]'), '-1');
    await press('Remove l[0]');
    fill(box('l[0]'), '1');
    expect(form.text).toBe('{"l":["1"]}');
  });

  describe('say what is wrong with the alternative that is shown, and nothing of the others', () => {
    const named = (key: string, schema: Json): Json => ({
      type: 'object',
      properties: { [key]: schema },
      required: [key],
      additionalProperties: false,
    });
    const definitions = {
      ByName: named('name', { type: 'string', minLength: 3 }),
      ById: named('id', { $ref: '#/$defs/Id' }),
      Id: { type: 'integer', minimum: 5 },
      Both: { properties: { name: { type: 'string' } }, required: ['name', 'by'] },
      Tree: {
        oneOf: [named('kid', { $ref: '#/$defs/Tree' }), named('leaf', { minLength: 3, type: 'string' })],
      },
    };
    const refs = (...names: string[]): Json[] => names.map((name) => ({ $ref: `#/$defs/${name}` }));
    const typed = (root: Json, text: string): string[] => {
      const schema = { type: 'object', $defs: definitions, ...root };
      const judged = validateText(JSON.stringify(schema), text);
      if (judged.verdict !== 'invalid') expect.unreachable(judged.verdict);
      show(schema, text, (judged as { problems: readonly FormProblem[] }).problems);
      return [...document.querySelectorAll('.bad p')].map(({ textContent }) => textContent);
    };
    const one = (of: Json): Json => ({ properties: { one: of } });

    test.each<[what: string, root: Json, text: string, said: string[]]>([
      ['too short', one({ oneOf: refs('ByName', 'ById') }), '{"one":{"name":"ab"}}', [SHORT]],
      ['anyOf', one({ anyOf: refs('ByName', 'ById') }), '{"one":{"name":"ab"}}', [SHORT]],
      ['the second', one({ oneOf: refs('ByName', 'ById') }), '{"one":{"id":3}}', ['Must be at least 5']],
      [
        'written in place',
        one({ oneOf: [definitions.ByName, definitions.ById] }),
        '{"one":{"name":"ab"}}',
        [SHORT],
      ],
      ['nothing typed', one({ oneOf: refs('ByName', 'ById') }), '{"one":{}}', ['Required']],
      ['at the root', { oneOf: refs('ByName', 'ById') }, '{"name":"ab"}', [SHORT]],
      ['both say it', one({ oneOf: refs('ByName', 'Both') }), '{"one":{}}', ['Required']],
      [
        'in a list, each its own',
        { properties: { one: { type: 'array', items: { oneOf: refs('ByName', 'ById') } } } },
        '{"one":[{"name":"ab"},{"id":3}]}',
        [SHORT, 'Must be at least 5'],
      ],
      ['one that contains itself', one({ $ref: '#/$defs/Tree' }), '{"one":{"kid":{"leaf":"ab"}}}', [SHORT]],
      [
        'conditions of the other',
        one({ oneOf: [definitions.ByName, { type: 'object', if: {}, then: { required: ['id'] } }] }),
        '{"one":{"name":"ab"}}',
        [SHORT],
      ],
      [
        'two match',
        one({ oneOf: [definitions.ByName, definitions.ByName, definitions.ById] }),
        '{"one":{"name":"abc"}}',
        ['Matches more than one alternative, exactly one is allowed'],
      ],
      [
        'what holds for all stays',
        one({ required: ['z'], oneOf: [definitions.ByName, { ...definitions.ById, required: [] }] }),
        '{"one":{"name":"abc"}}',
        ['Required'],
      ],
    ])('%s', (_, root, text, said) => {
      expect(typed(root, text)).toEqual(said);
    });
  });

  test('a choice in a choice: each keeps its own', () => {
    const inner = { oneOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'number' }] };
    const schema = { type: 'object', properties: { x: { oneOf: [{ type: 'object' }, inner] } } };
    const form = show(schema, '{"x":true}');
    const [, choice] = screen.getAllByRole('combobox', { name: 'Alternative for x' });
    fill(choice as HTMLElement, '2');
    fill(box('x'), '4.');
    fill(box('x'), '4.5');
    expect(form.value).toEqual({ x: 4.5 });
  });

  test('a list shows titles and sends values; numbers stay numbers; null and absent are there', () => {
    const form = show({
      type: 'object',
      properties: {
        a: { anyOf: [{ enum: ['envio', 'recebimento'] }, { type: 'null' }] },
        n: { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] },
      },
    });
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'a' });
    expect([...select.options].map(({ text }) => text)).toEqual(['absent', 'envio', 'recebimento', 'null']);
    fill(select, 'null');
    fill(screen.getByRole('combobox', { name: 'n' }), '1');
    expect(form.value).toEqual({ a: null, n: 1 });
  });

  test('several of a list', () => {
    const form = show({
      type: 'object',
      properties: { z: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }, { const: 'b' }] } } },
    });
    const group = within(screen.getByRole('group', { name: 'z' }));
    group.getByRole('checkbox', { name: 'b' }).click();
    group.getByRole('checkbox', { name: 'A' }).click();
    expect(form.value).toEqual({ z: ['a', 'b'] });
  });

  test('many options can be narrowed, and what stands there stays', () => {
    show(
      {
        type: 'object',
        properties: { e: { enum: Array.from({ length: 500 }, (_, index) => `v${index}`) } },
      },
      '{"e":"v1"}',
    );
    fill(screen.getByRole('searchbox', { name: 'Narrow the options for e' }), 'v49');
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'e' });
    expect([select.value, select.options.length]).toEqual(['"v1"', 1 + 1 + 11]);
  });
});

describe('a tuple', () => {
  const show3 = (rest: boolean | Json) =>
    show({
      type: 'object',
      properties: {
        t: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }], items: rest },
      },
    });

  test('each place has the control of its own schema; past a closed one nothing is added', async () => {
    const form = show3(false);
    await press('Add item to t');
    fill(box('t[0]'), '7');
    await press('Add item to t');
    screen.getByRole('checkbox', { name: 't[1]' }).click();
    flushSync();
    expect(form.value).toEqual({ t: [7, true] });
    expect(screen.queryByRole('button', { name: 'Add item to t' })).toBeNull();
    await press('Remove t[1]');
    expect(screen.getByRole('button', { name: 'Add item to t' })).toBeTruthy();
  });

  test('a place is called by its title, and does not change its place with another', () => {
    const prefixItems = [{ type: 'number', title: 'Lat' }, { type: 'number' }];
    show(
      { type: 'object', properties: { t: { type: 'array', prefixItems, items: { type: 'string' } } } },
      '{"t":[1,2,"x","y"]}',
    );
    expect(box('t[0] Lat')).toBeTruthy();
    expect(box('t[1]')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Move/ }).map((each) => each.ariaLabel)).toEqual([
      'Move t[2] up',
      'Move t[2] down',
      'Move t[3] up',
      'Move t[3] down',
    ]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move t[2] up' }).disabled).toBe(true);
  });

  test('the rest has the schema of the rest', async () => {
    const form = show3({ type: 'string' });
    form.props.text = textFrom('{"t":[7,true]}');
    flushSync();
    await press('Add item to t');
    fill(box('t[2]'), 'x');
    expect(form.value).toEqual({ t: [7, true, 'x'] });
  });
});

test('what is read only says so, examples stand below, and a text of several lines has room for them', () => {
  const form = show({
    type: 'object',
    properties: {
      a: { type: 'string', readOnly: true, examples: ['x', 'two words'] },
      b: { type: 'string', format: 'markdown' },
      c: { type: 'string', contentMediaType: 'text/plain' },
      d: { type: 'string' },
    },
  });
  expect(screen.getByText('read only')).toBeTruthy();
  expect(screen.getByText('For example "x", "two words"')).toBeTruthy();
  expect(['a', 'b', 'c', 'd'].map((name) => box(name).rows)).toEqual([1, 3, 3, 1]);
  fill(box('b'), '# Title\n\ntext');
  expect(form.value).toEqual({ b: '# Title\n\ntext' });
});

describe('objects', () => {
  test('keys of one’s own are added, renamed and removed', async () => {
    const form = show({ type: 'object', additionalProperties: { type: 'integer' } }, '{ "a" : 1.0 }');
    fill(box('New key'), 'b');
    await press('Add key');
    expect(form.text).toBe('{ "a" : 1.0, "b":  }');
    fill(box('b'), '2');
    await press('Rename a');
    const name = box('New name of a');
    name.value = 'b';
    name.dispatchEvent(new Event('change', { bubbles: true }));
    await tick();
    expect(screen.getByText('There is a key of that name')).toBeTruthy();
    box('New name of a').value = '__proto__';
    box('New name of a').dispatchEvent(new Event('change', { bubbles: true }));
    await tick();
    expect(form.text).toBe('{ "__proto__" : 1.0, "b": 2 }');
    await press('Remove b');
    expect(form.text).toBe('{ "__proto__" : 1.0 }');
    fill(box('New key'), '__proto__');
    await press('Add key');
    expect(screen.getByText('There is a key of that name')).toBeTruthy();
  });

  test('a key of one’s own is of the kind its pattern says', async () => {
    const patternProperties = {
      '^[a-z][a-z0-9_]*$': { type: 'boolean' },
      '^(?!x)[A-Z]': { type: 'integer' },
    };
    const form = show({ type: 'object', patternProperties, additionalProperties: false });
    fill(box('New key'), 'ab_1');
    await press('Add key');
    fill(screen.getByRole('combobox', { name: 'ab_1' }), 'true');
    fill(box('New key'), 'Z');
    await press('Add key');
    fill(box('Z'), '7');
    expect(form.value).toEqual({ ab_1: true, Z: 7 });
    expect(screen.getByText('Whether the pattern ^(?!x)[A-Z] is meant is checked, not shown')).toBeTruthy();
  });

  test('a key that the schema does not name is shown with its problem', () => {
    show({ type: 'object', properties: { a: {} }, additionalProperties: false }, '{"x": [1.0]}', [
      { pointer: '', message: 'Property x is not allowed', keyword: 'additionalProperties', property: 'x' },
    ]);
    expect(box('x').value).toBe('[1.0]');
    expect(box('x').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('textbox', { name: 'New key' })).toBeNull();
  });

  test('an absent object that is required shows its fields, and typing makes it', () => {
    const form = show({
      $defs: {
        N: {
          type: 'object',
          properties: { v: { type: 'string' }, next: { $ref: '#/$defs/N' } },
          required: ['next'],
        },
      },
      type: 'object',
      properties: { n: { $ref: '#/$defs/N' } },
      required: ['n'],
    });
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    fill(box('v'), 'x');
    expect(form.value).toEqual({ n: { v: 'x' } });
  });

  test('10 000 properties: the first are drawn, any is found', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    show({ type: 'object', properties });
    // By tag: working out the roles of so many takes longer than drawing them.
    const drawn = () => document.querySelectorAll('textarea').length;
    expect(drawn()).toBe(100);
    screen.getByText('Show 100 more of 9900').click();
    await tick();
    expect(drawn()).toBe(200);
    const search = document.querySelector<HTMLInputElement>('input[type="search"]');
    if (search !== null) fill(search, 'p9999');
    expect(drawn()).toBe(1);
    expect(screen.getByRole('searchbox', { name: 'Find a field' })).toBe(search);
    expect(box('p9999')).toBeTruthy();
  });
});

test('what can be no form says why and takes JSON', () => {
  const form = show({
    type: 'object',
    properties: { r: { $ref: 'https://canary.example/x.json' } },
    if: {},
    then: {},
  });
  expect(screen.getByText('External reference, not resolved: https://canary.example/x.json')).toBeTruthy();
  expect(screen.getByText('if, then and else are checked, not shown')).toBeTruthy();
  fill(box('r'), '[1, 2.0]');
  expect(form.text).toBe('{"r": [1, 2.0]}');
});

describe('a key that is required where the schema has no field for it', () => {
  const required = (property: string, pointer = '', keyword = 'required') => [
    { pointer, message: `Missing required property ${property}`, keyword, property },
  ];
  const conditional = {
    type: 'object',
    properties: { country: { type: 'string' } },
    if: { properties: { country: { const: 'US' } } },
    else: { properties: { postal: { type: 'string' } }, required: ['postal'] },
  };

  test('is offered there, and filled in as the condition says', async () => {
    const form = show(conditional, '{"country":"CA"}', required('postal'));
    await press('Add postal');
    expect(screen.queryByRole('button', { name: 'Add postal' })).toBeNull();
    fill(box('postal'), 'K1A');
    expect(form.text).toBe('{"country":"CA", "postal": "K1A"}');
  });

  test('inside an object and beside another key it says where', async () => {
    const form = show(
      { type: 'object', properties: { o: { type: 'object', dependentRequired: { a: ['b'] } } } },
      '{"o":{"a":1}}',
      required('b', '/o', 'dependentRequired'),
    );
    await press('Add b in o');
    fill(box('b'), '2');
    expect(form.value).toEqual({ o: { a: 1, b: 2 } });
  });

  test('is not offered where the schema forbids it, nor where there is a field', () => {
    show({ ...conditional, additionalProperties: false }, '{"country":"CA"}', required('postal'));
    show({ ...conditional, required: ['country'] }, '{}', required('country'));
    expect(screen.queryByRole('button', { name: /^Add / })).toBeNull();
  });
});

test('a key that the schema forbids says that it is not allowed', async () => {
  const form = show({ type: 'object', patternProperties: { '^x-': {} }, additionalProperties: false });
  fill(box('New key'), 'y');
  await press('Add key');
  expect(form.props.text.drafts.get('["y"]')?.reason).toBe('The schema does not allow it');
  expect(box('y').getAttribute('aria-invalid')).toBe('true');
});

test('now is a moment with its zone', async () => {
  const form = show({ type: 'object', properties: { t: { type: 'string', format: 'date-time' } } });
  await press('Now for t');
  expect((form.value as { t: string }).t).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/);
});

test('a value that is none of the options is shown as that, and mended by choosing', () => {
  const speed = { enum: ['Fast', 'Slow'] };
  const form = show({ type: 'object', properties: { speed }, required: ['speed'] }, '{"speed": "Fastest"}', [
    { pointer: '/speed', message: 'Not one of the options', keyword: 'enum' },
  ]);
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'speed' });
  expect(select.selectedOptions[0]?.textContent).toBe('"Fastest", not one of the options');
  expect(select.getAttribute('aria-invalid')).toBe('true');
  fill(select, '"Slow"');
  expect(form.text).toBe('{"speed": "Slow"}');
  expect([...select.options].map(({ textContent }) => textContent)).toEqual(['absent', 'Fast', 'Slow']);
});
