import { ERRORS, MARKETS_CURSOR_FORM, ROUTES, type Route } from '@bellwether/contract';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { type CheckedAnswer, compileStrict, createAnswerCheck, patternOf, textPattern } from './answer-check.ts';

const Thing = Type.Object({
  id: Type.String(),
  parts: Type.Array(Type.Object({ size: Type.Number() })),
  note: Type.Optional(Type.String()),
  free: Type.Object({}, { additionalProperties: true }),
});
const PUBLIC = { method: 'GET', summary: 'A thing', auth: 'none', errorShape: 'plain', caps: [] } as const;
const THINGS: Route = { ...PUBLIC, path: '/things/:id', response: { 200: Thing }, errors: ['market_not_found'] };
const check = createAnswerCheck([THINGS, { ...THINGS, path: '/things/all', errorShape: 'catalog' }]);
const THING = { id: '1', parts: [{ size: 1 }], free: { anything: [1] } };
const MISSING = { error: 'market not found', code: 'market_not_found' };

function answered(body: unknown, change: Partial<CheckedAnswer> = {}): string | null {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = 'application/json; charset=utf-8';
  return check({ method: 'GET', url: '/things/1?x=1', status: 200, contentType, text, ...change });
}

test('answers: what fits its schema or is a documented error passes [W13]', () => {
  expect([answered(THING), answered({ ...THING, note: 'x' })]).toEqual([null, null]);
  expect(answered(MISSING, { status: 404 })).toBeNull();
  expect(answered({ error: 'Internal server error (ab)', code: 'internal' }, { status: 500 })).toBeNull();
  const ofCatalog = { type: 'not found error', error: 'market not found' };
  expect(answered(ofCatalog, { status: 404, url: '/things/all' })).toBeNull();
  const noRoute = { error: 'no such route: GET /x', code: 'route_not_found' };
  expect(answered(noRoute, { status: 404, url: '/nothing' })).toBeNull();
  expect(answered('', { method: 'HEAD' })).toBeNull();
});

test.each<[string, unknown, Partial<CheckedAnswer>, RegExp]>([
  ['a missing field', { ...THING, id: undefined }, {}, /^GET \/things\/:id answered 200: the body: required/],
  ['an undocumented field', { ...THING, more: 1 }, {}, /the body: additionalProperties/],
  ['one deep inside', { ...THING, parts: [{ size: 1, more: 2 }] }, {}, /\/parts\/0: additionalProperties/],
  ['a wrong type', { ...THING, parts: [{ size: '1' }] }, {}, /\/parts\/0\/size: type/],
  ['null for a field', { ...THING, note: null }, {}, /\/note: type/],
  ['an undocumented status', THING, { status: 201 }, /the status is not documented/],
  ['no JSON', '{', {}, /the body is no JSON/],
  ['another content type', THING, { contentType: 'text/html' }, /content type text\/html/],
  ['an error of other routes', { error: 'Order not found', code: 'order_not_found' }, { status: 404 }, /documents/],
  ['a wrong status', MISSING, { status: 400 }, /documents/],
  ['a changed text', { ...MISSING, error: 'no market' }, { status: 404 }, /documents/],
  ['an error without its code', { error: 'market not found' }, { status: 404 }, /the code is missing/],
  ['a field more in an error', { ...MISSING, stack: 'x' }, { status: 404 }, /additionalProperties/],
  ['the wrong shape', MISSING, { status: 404, url: '/things/all' }, /the body: (required|additional)/],
  ['a value not filled in', { error: 'Internal server error ({id})', code: 'internal' }, { status: 500 }, /doc/],
  ['a body after HEAD', THING, { method: 'HEAD' }, /a body after HEAD/],
])('answers: %s is found', (_what, body, change, problem) => expect(answered(body, change)).toMatch(problem));

test('answers: every schema of the contract can be closed and compiled', () => {
  for (const { response } of [...ROUTES, MARKETS_CURSOR_FORM])
    for (const schema of Object.values(response)) expect(compileStrict(schema)(Symbol('nothing'))).not.toBeNull();
});

test('answers: patterns of paths and texts take what they should and nothing more', () => {
  expect(patternOf('/events/slug/:slug').test('/events/slug/a%2Fb')).toBe(true);
  expect(patternOf('/events/slug/:slug').test('/events/slug/a/b')).toBe(false);
  expect(textPattern('unknown_field').test('unknown_field: x')).toBe(true);
  expect(textPattern('unknown_field').test('unknown_field: {name}')).toBe(false);
  for (const [code, { text }] of Object.entries(ERRORS))
    expect(textPattern(code as keyof typeof ERRORS).test(text.replaceAll(/\{\w+\}/g, '5'))).toBe(true);
});
