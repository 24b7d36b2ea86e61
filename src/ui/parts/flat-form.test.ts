import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { chosen, otherStates, shown, toggled, typed, type FlatField, type FlatKind } from './flat-form.ts';
import SchemaForm from './SchemaForm.svelte';

const field = (kind: FlatKind, overrides: Partial<FlatField> = {}): FlatField => ({
  key: 'k',
  kind,
  ...overrides,
});
const options = [
  { value: '"eu"', label: 'Europe' },
  { value: '"us"', label: 'us' },
  { value: '1.0', label: 'one' },
];

describe('absent, empty, null and a value are told apart', () => {
  const rows: [FlatKind, string | undefined, string, string?][] = [
    ['string', undefined, 'absent'],
    ['string', '""', 'empty'],
    ['string', 'null', 'null'],
    ['string', '"a\\u0062"', 'value', 'ab'],
    ['string', '12', 'foreign', '12'],
    ['string', '"open', 'foreign', '"open'],
    ['multiline', '"a\\nb"', 'value', 'a\nb'],
    ['number', '9007199254740993', 'value', '9007199254740993'],
    ['number', '1.0', 'value', '1.0'],
    ['number', 'abc', 'value', 'abc'],
    ['integer', 'null', 'null'],
    ['boolean', 'false', 'value', 'false'],
    ['boolean', '"yes"', 'foreign', '"yes"'],
    ['select', '"eu"', 'value', '"eu"'],
    ['select', '"mars"', 'foreign', '"mars"'],
    ['select', '1.0', 'value', '1.0'],
    ['multiselect', '[]', 'empty'],
    ['multiselect', '["us"]', 'value', '["us"]'],
    ['multiselect', '["mars"]', 'foreign', '["mars"]'],
    ['multiselect', '["us","us"]', 'foreign', '["us","us"]'],
  ];
  test.each(rows)('%s %j is %s', (kind, raw, state, text) => {
    expect(shown(field(kind, { options }), raw)).toEqual(text === undefined ? { state } : { state, text });
  });

  test('null as one of the options is a value', () => {
    expect(shown(field('select', { options: [{ value: 'null', label: 'none' }] }), 'null')).toEqual({
      state: 'value',
      text: 'null',
    });
  });
});

test.each([
  ['string', '', undefined],
  ['string', '12', '"12"'],
  ['string', 'a"b\n', '"a\\"b\\n"'],
  ['number', '1.0', '1.0'],
  ['integer', '007', '007'],
  ['number', '', undefined],
] as const)('typed into %s: %j', (kind, text, raw) => {
  expect(typed(field(kind), text)).toBe(raw);
});

test('checking keeps the order and the text of the options', () => {
  const many = field('multiselect', { options });
  expect(toggled(many, undefined, '1.0', true)).toBe('[1.0]');
  expect(toggled(many, '[1]', '"eu"', true)).toBe('["eu",1.0]');
  expect(toggled(many, '["eu"]', '"eu"', false)).toBe('[]');
  expect(chosen(many, undefined)).toEqual([]);
});

test('an empty field offers what it is not', () => {
  expect(otherStates(field('string'), 'absent').map((other) => other.raw)).toEqual(['""', 'null']);
  expect(otherStates(field('number'), 'null').map((other) => other.raw)).toEqual([undefined]);
  expect(otherStates(field('multiselect'), 'absent').map((other) => other.raw)).toEqual(['[]', 'null']);
});

describe('on screen', () => {
  const fields: FlatField[] = [
    { key: 'approve', title: 'Approve', kind: 'boolean', required: true },
    { key: 'region', kind: 'select', options, required: true },
    { key: 'ticket', title: 'Ticket', kind: 'string', description: 'The ticket of the release' },
    { key: 'limit', kind: 'integer' },
    { key: 'dry', kind: 'boolean' },
    { key: 'zones', kind: 'multiselect', options },
    { key: '__proto__', kind: 'string' },
  ];
  const show = (draft: Record<string, string> | Map<string, string>, problems?: Map<string, string>) => {
    const onchange = vi.fn<(key: string, raw: string | undefined) => void>();
    const value = draft instanceof Map ? draft : new Map(Object.entries(draft));
    render(SchemaForm, { fields, value, problems, onchange });
    return onchange;
  };
  const fill = (control: HTMLElement, text: string): void => {
    (control as HTMLInputElement).value = text;
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    flushSync();
  };

  test('every property has a labelled control, also one with a strange name', () => {
    show({});
    for (const label of ['Approve', 'region', 'Ticket', 'limit', 'dry', '__proto__'])
      expect(screen.getByLabelText(label)).toBeTruthy();
    expect(screen.getByRole('group', { name: 'zones' })).toBeTruthy();
  });

  test('what is typed is sent as JSON, digits as typed', () => {
    const onchange = show({});
    fill(screen.getByLabelText('Ticket'), 'OPS-81');
    expect(onchange).toHaveBeenLastCalledWith('ticket', '"OPS-81"');
    fill(screen.getByLabelText('limit'), '9007199254740993');
    expect(onchange).toHaveBeenLastCalledWith('limit', '9007199254740993');
    fill(screen.getByLabelText('region'), '"us"');
    expect(onchange).toHaveBeenLastCalledWith('region', '"us"');
    fill(screen.getByLabelText('dry'), 'false');
    expect(onchange).toHaveBeenLastCalledWith('dry', 'false');
    fill(screen.getByLabelText('dry'), '');
    expect(onchange).toHaveBeenLastCalledWith('dry', undefined);
  });

  test('a required boolean that is absent is neither, and can become false in one step', () => {
    const onchange = show({});
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Approve' });
    expect(box.indeterminate).toBe(true);
    screen.getByRole('button', { name: 'false for Approve' }).click();
    expect(onchange).toHaveBeenLastCalledWith('approve', 'false');
    box.click();
    expect(onchange).toHaveBeenLastCalledWith('approve', 'true');
  });

  test('an empty text field is turned into "" or null and back', () => {
    const onchange = show({ ticket: 'null' });
    expect(screen.getByLabelText<HTMLInputElement>('Ticket').placeholder).toBe('null');
    screen.getByRole('button', { name: '"" for Ticket' }).click();
    expect(onchange).toHaveBeenLastCalledWith('ticket', '""');
    screen.getByRole('button', { name: 'absent for Ticket' }).click();
    expect(onchange).toHaveBeenLastCalledWith('ticket', undefined);
  });

  test('a value of another kind is shown and not touched', () => {
    show({ ticket: '{"a":1}' });
    const control = screen.getByLabelText<HTMLInputElement>('Ticket');
    expect(control.value).toBe('{"a":1}');
    expect(control.readOnly).toBe(true);
  });

  test('a problem is told at the field', () => {
    show({ ticket: '"OPS-81"' }, new Map([['ticket', 'Needs at least 8 characters, has 6']]));
    const control = screen.getByLabelText('Ticket');
    expect(control.getAttribute('aria-invalid')).toBe('true');
    const described = (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toContain('Needs at least 8 characters, has 6');
    expect(described).toContain('The ticket of the release');
  });
});
