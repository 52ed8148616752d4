import type { MarketId } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { Frame, type FrameForm } from './frame.ts';

const MARKET = 3 as MarketId;
const FORMS = [false, true].flatMap((custom) => [false, true].map((grouped) => ({ custom, grouped })));
const texts = (frame: Frame, form: FrameForm) => frame.payloads(form).map(String);

test('frame: a message each, or an array of all; each knows its place', () => {
  const frame = new Frame(MARKET, 7, ['{"a":1}', '{"b":1}'], ['{"c":1}']);
  expect(FORMS.map((form) => texts(frame, form))).toEqual([
    ['{"a":1,"index":0,"count":2}', '{"b":1,"index":1,"count":2}'],
    ['[{"a":1,"index":0,"count":2},{"b":1,"index":1,"count":2}]'],
    ['{"a":1,"index":0,"count":3}', '{"b":1,"index":1,"count":3}', '{"c":1,"index":2,"count":3}'],
    ['[{"a":1,"index":0,"count":3},{"b":1,"index":1,"count":3},{"c":1,"index":2,"count":3}]'],
  ]);
  for (const form of FORMS) expect(frame.count(form)).toBe(frame.payloads(form).length);
});

test('frame: one message is never an array; forms that are the same are the same bytes', () => {
  const frame = new Frame(MARKET, 7, ['{"a":1}'], []);
  const [first, ...others] = FORMS.map((form) => frame.payloads(form));
  expect(first?.map(String)).toEqual(['{"a":1,"index":0,"count":1}']);
  for (const other of others) expect(other).toBe(first);
});

test('frame: bytes are made once until they are let go of, and are the same again', () => {
  const frame = new Frame(MARKET, 7, ['{"a":1}', '{"b":1}'], ['{"c":1}']);
  for (const form of FORMS) {
    const made = frame.payloads(form);
    expect(frame.payloads(form)).toBe(made);
    frame.release();
    expect(frame.payloads(form)).not.toBe(made);
    expect(frame.payloads(form)).toEqual(made);
  }
});

test('frame: its size is that of its largest form, about', () => {
  const frame = new Frame(MARKET, 7, ['{"a":1}', '{"b":1}'], ['{"c":1}']);
  const [largest] = frame.payloads({ custom: true, grouped: true });
  expect(Math.abs(frame.size - (largest?.length ?? 0))).toBeLessThan(10);
});
