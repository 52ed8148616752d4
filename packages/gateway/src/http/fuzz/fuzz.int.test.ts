/** A short run of the fuzzer with a fixed seed, and proof that it detects the faults it is meant to detect. */
import { ROUTES } from '@bellwether/contract';
import { runs, seedOf } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { changedJson, jsonText, RawJson } from './odd-values.ts';
import { Pool } from './pool.ts';
import type { FuzzRequest } from './request.ts';
import { fuzz, problemOf } from './run.ts';
import { validValue } from './schema-values.ts';

const SEED = 20_260_103;

test.each<['bellwether' | 'polymarket', number]>([
  ['bellwether', 3_000],
  ['polymarket', 1_000],
])(
  'fuzz: no answer of the profile %s breaks the contract, and every route it offers is reached [W14]',
  async (profile, count) => {
    const { problems, requests, overSocket } = await fuzz({ requests: runs(count), seed: seedOf(SEED), profile });
    expect(problems).toEqual([]);
    expect([requests, overSocket > 0]).toEqual([runs(count), true]);
  },
);

const bare = { contentType: null, body: null, trader: 0, dice: 0, isClean: true };
const time = { route: 'GET /time', method: 'GET', target: '/time', auth: 'none', authNeeded: 'none' } as const;
const request: FuzzRequest = { ...time, ...bare };
const JSON_TYPE = 'application/json; charset=utf-8';
const error = (words: string): string => JSON.stringify({ error: words });

test.each<[string, number, string, string, RegExp | null]>([
  ['a good answer', 200, JSON_TYPE, '5', null],
  ['a refusal', 404, JSON_TYPE, error('no such route: GET /x'), null],
  ['a busy venue', 503, JSON_TYPE, error('retry shortly'), null],
  ['a fault', 500, JSON_TYPE, error('Internal server error (1)'), /status 500/],
  ['no answer at all', 0, '', '', /no proper status/],
  ['an error page', 404, 'text/html', '<html>', /type "text\/html"/],
  ['an error without words', 400, JSON_TYPE, '{}', /without its words/],
  ['a value that was not there', 400, JSON_TYPE, error('wallet undefined is unknown'), /internal words/],
  ['an object as text', 400, JSON_TYPE, error('[object Object]'), /internal words/],
  ['a place in the code', 400, JSON_TYPE, error('at run.ts:5'), /internal words/],
  ['a statement', 400, JSON_TYPE, error('SELECT id FROM markets'), /internal words/],
  ['an exception', 400, JSON_TYPE, error('TypeError: x'), /internal words/],
])('fuzz: %s is judged rightly', (_what, status, contentType, text, problem) => {
  const found = problemOf(request, { status, contentType, text });
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});

test('fuzz: values made from a schema fit it, for every body of the contract', () => {
  for (const { body, method, path } of ROUTES) {
    if (body === undefined) continue;
    const values = fc.sample(validValue(body, new Pool(), `${method} ${path}`), { numRuns: 30, seed: SEED });
    const misfits = values.filter((value) => !Check(body, JSON.parse(JSON.stringify(value))));
    expect({ method, path, misfits }).toEqual({ method, path, misfits: [] });
  }
});

test('fuzz: JSON is changed in one place, in ways that only text can have', () => {
  const value = { a: 1, b: { c: [1, 2] } };
  const at = (kind: Parameters<typeof changedJson>[1]['kind'], place: number, odd: unknown = null): string =>
    changedJson(value, { kind, at: place, value: odd });
  expect(jsonText({ ...value, n: new RawJson('1e999') })).toBe('{"a":1,"b":{"c":[1,2]},"n":1e999}');
  expect(at('replace', 1, 'x')).toBe('{"a":"x","b":{"c":[1,2]}}');
  expect(at('replace', 5, new RawJson('-0'))).toBe('{"a":1,"b":{"c":[1,-0]}}');
  expect(at('remove', 0)).toBe('{"b":{"c":[1,2]}}');
  expect(at('repeat', 0)).toBe('{"a":1,"b":{"c":[1,2]},"a":1}');
  expect(at('unknown', 0, 5)).toBe('{"a":1,"b":{"c":[1,2]},"x0":5}');
  expect(at('proto', 0, 5)).toBe('{"a":1,"b":{"c":[1,2]},"__proto__":{"prototype":5}}');
});
