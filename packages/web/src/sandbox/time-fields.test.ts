import { expect, test } from 'vitest';
import { forkLink, readLength, readMoment, readPlace, readPort, readSpeed, readWhole } from './time-fields.ts';

test.each([
  ['1h30m', '1h30m'],
  [' 90 S ', '90s'],
  ['250ms', '250ms'],
  ['7d', '7d'],
  ['1.5h', null],
  ['90', null],
  ['', null],
  [`${'1h'.repeat(30)}`, null],
])('sandbox: the length %j is taken as %j', (text, value) => {
  const read = readLength(text);
  expect(read.value).toBe(value);
  expect(read.problem === null).toBe(value !== null);
});

test.each([
  ['0', 0],
  ['0.5', 0.5],
  ['100000', 100_000],
  ['100001', null],
  ['fast', null],
  ['', null],
])('sandbox: the speed %j is taken as %j', (text, value) => {
  expect(readSpeed(text).value).toBe(value);
});

test.each([
  ['', 0],
  ['8081', 8_081],
  ['0', null],
  ['65536', null],
  ['any', null],
])('sandbox: the port %j is taken as %j', (text, value) => {
  expect(readPort(text).value).toBe(value);
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
