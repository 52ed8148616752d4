/** Refusals of odd paths and values: rows that the table of errors, with one row for each error of a route, lacks. */
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { send } from './testing/trader.ts';

const stack = await openVenue();

const BAD_MARKET = { error: 'Invalid market', code: 'invalid_market' };
const NO_MARKET = { error: 'market not found', code: 'market_not_found' };
const BAD_TOKEN = { error: 'Invalid token id', code: 'invalid_token_id' };
const bad = (error: string) => ({ type: 'bad request', error });
const missing = (name: string) => ({ type: 'not found error', error: `${name} not found` });

test.each<[string, number, object]>([
  ['/book?token_id=01', 400, BAD_TOKEN],
  ['/book?token_id=1&token_id=2', 400, BAD_TOKEN],
  ['/markets/0x', 400, BAD_MARKET],
  [`/markets/0x${'g'.repeat(64)}`, 400, BAD_MARKET],
  ['/markets/%00', 400, BAD_MARKET],
  ['/markets/a%2Fb', 400, BAD_MARKET],
  [`/markets/${'a'.repeat(251)}`, 400, BAD_MARKET],
  ['/markets/0x-protocol', 404, NO_MARKET],
  [`/markets/${'9'.repeat(30)}`, 404, NO_MARKET],
  ['/markets/no-such-slug', 404, NO_MARKET],
  ['/markets/%ff', 400, bad('the path is not valid percent-encoding')],
  [`/events/slug/${'%E2%82%AC'.repeat(250)}`, 404, missing('slug')],
  [`/events/slug/${'x'.repeat(5_000)}`, 400, bad('a part of the path is too long')],
  ['/events/9007199254740991', 404, missing('id')],
  ['/events/9007199254740992', 400, bad('id is invalid: id must be in 0..9007199254740991')],
])('errors: GET %s', async (url, status, body) => {
  const answer = await send(stack, 'GET', url);
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('errors: a body that is empty is malformed JSON', async () => {
  expect(await send(stack, 'POST', '/books')).toMatchObject({
    status: 400,
    body: { error: 'malformed JSON: the body is empty', code: 'malformed_json' },
  });
});
