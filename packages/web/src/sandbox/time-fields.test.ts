import { expect, test } from 'vitest';
import { forkLink, readLength, readMoment, readPlace, readPort, readSpeed, readWhole } from './time-fields.ts';

const READERS = { length: readLength, speed: readSpeed, port: readPort };

const read = (what: keyof typeof READERS, texts: Readonly<Record<string, string | number | null>>) =>
  Object.entries(texts).map(([text, value]) => [what, text, value] as const);

test.each([
  ...read('length', { '1h30m': '1h30m', ' 90 S ': '90s', '250ms': '250ms', '7d': '7d' }),
  ...read('length', { '1.5h': null, '90': null, '': null, ['1h'.repeat(30)]: null }),
  ...read('speed', { '0': 0, '0.5': 0.5, '100000': 100_000, '100001': null, fast: null, '': null }),
  ...read('port', { '': 0, '8081': 8_081, '0': null, '65536': null, any: null }),
])('sandbox: the %s %j is taken as %j', (what, text, value) => {
  const { value: taken, problem } = READERS[what](text);
  expect([taken, problem === null]).toEqual([value, value !== null]);
});

test('sandbox: a moment is the reader’s own date and time', () => {
  expect(readMoment('2026-01-01T12:00:05').value).toBe(new Date(2026, 0, 1, 12, 0, 5).toISOString());
  expect(readMoment('').problem).not.toBeNull();
});

test('sandbox: a place is a moment or an entry, whichever is chosen', () => {
  const text = { by: 'entry', local: '2026-01-01T12:00', entry: '0' } as const;
  expect(readPlace(text).value).toEqual({ sequence: 0 });
  expect(readPlace({ ...text, by: 'time' }).value).toEqual({ time: new Date(2026, 0, 1, 12).toISOString() });
  expect(readPlace({ ...text, entry: '1.5' }).problem).toMatch(/whole number/);
  expect(readWhole('0', 1, '').value).toBeNull();
});

test('sandbox: a fork that listens everywhere is reached where this venue is', () => {
  expect(forkLink('http://127.0.0.1:4001', 'venue.example')).toBe('http://127.0.0.1:4001/app/');
  expect(forkLink('http://0.0.0.0:4001', 'venue.example')).toBe('http://venue.example:4001/app/');
  expect(forkLink('http://[::]:4001', '10.0.0.7')).toBe('http://10.0.0.7:4001/app/');
});
