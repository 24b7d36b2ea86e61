import { expect, test } from 'vitest';
import { keepText } from '../../../engine/base/body.ts';
import { progressFraction, readLogLine } from './log-lines.ts';

test.each([
  ['2 of 3, testing', 2 / 3],
  ['7 of 4', 1],
  ['0.5 of 1', 0.5],
  ['3', null],
  ['1 of 0', null],
  [null, null],
])('%s is %s', (line, fraction) => {
  expect(progressFraction(line)).toBe(fraction);
});

const log = (data: string) =>
  `{"method":"notifications/message","params":{"level":"info","logger":"l","data":"${data}"}}`;

test.each([
  [log('one'), 0, 'one'],
  [`[{"method":"notifications/progress"},${log('two')}]`, 1, 'two'],
])('a log message %s at %i says %s', (text, item, said) => {
  const body = keepText(text);
  expect(readLogLine({ exchange: 3, event: 2, body, item })).toEqual({
    key: `3 2 ${item}`,
    level: 'info',
    logger: 'l',
    text: said,
  });
});
