import { capTable } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { readLimitsFile } from './limits-file.ts';

test('limits file: rows that it names replace those of the table, all others stay', () => {
  const table = readLimitsFile('{"order":[{"requests":20,"seconds":1},{"requests":100,"seconds":60}],"tags":[]}');
  expect(table).toEqual({
    ...capTable(),
    order: [
      { requests: 20, seconds: 1 },
      { requests: 100, seconds: 60 },
    ],
    tags: [],
  });
  expect(readLimitsFile('{}')).toEqual(capTable());
});

test.each([
  ['', 'not valid JSON'],
  ['[]', 'must hold an object'],
  ['{"ordre":[]}', '"ordre" is not a row'],
  ['{"toString":[]}', '"toString" is not a row'],
  ['{"order":{}}', '"order" must be a list'],
  ['{"order":[5]}', '"order"[0] must be an object'],
  ['{"order":[{"requests":5}]}', '"order"[0].seconds must be an integer'],
  [
    '{"order":[{"requests":5,"seconds":1},{"requests":0,"seconds":2}]}',
    '"order"[1].requests must be an integer in 1..',
  ],
  ['{"book":[{"requests":5,"seconds":1.5}]}', '"book"[0].seconds must be an integer'],
  ['{"book":[{"requests":"5","seconds":1}]}', '"book"[0].requests must be an integer'],
  ['{"book":[{"requests":5,"seconds":3601}]}', '"book"[0].seconds must be an integer in 1..3600'],
  ['{"book":[{"requests":1000001,"seconds":1}]}', '"book"[0].requests must be an integer in 1..1000000'],
  ['{"book":[{"requests":5,"seconds":1,"burst":2}]}', '"book"[0].burst is not a field'],
  ['{"book":[{"requests":5,"seconds":1},{"requests":6,"seconds":1}]}', 'two windows of the same seconds'],
])('limits file: %s is refused: %s', (text, message) => expect(() => readLimitsFile(text)).toThrow(message));
