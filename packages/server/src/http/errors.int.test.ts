import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { type Method, send } from './testing/trader.ts';

let stack: Stack;
const HASH = `0x${'ab'.repeat(32)}`;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** The part of a 401 besides its text; `explained-signatures.int.test.ts` checks the rest. */
const UNAUTHENTICATED = expect.objectContaining({ rule: 'unauthenticated', problem: 'headers' });

describe('errors of routes without a key', () => {
  test.each<[Method, string, unknown, number, unknown]>([
    ['GET', '/nowhere', undefined, 404, { error: 'no such route: GET /nowhere', code: 'route_not_found' }],
    ['POST', '/nowhere', {}, 404, { error: 'no such route: POST /nowhere', code: 'route_not_found' }],
    [
      'POST',
      '/book',
      {},
      405,
      { error: 'method POST is not allowed here, use GET, HEAD, OPTIONS', code: 'method_not_allowed' },
    ],
    [
      'PATCH',
      '/order',
      {},
      405,
      { error: 'method PATCH is not allowed here, use POST, DELETE, OPTIONS', code: 'method_not_allowed' },
    ],
    [
      'GET',
      '/book',
      undefined,
      400,
      { error: 'Invalid token id: the parameter token_id is missing', code: 'token_id_missing' },
    ],
    ['GET', '/book?token_id=01', undefined, 400, { error: 'Invalid token id', code: 'invalid_token_id' }],
    ['GET', '/book?token_id=1&token_id=2', undefined, 400, { error: 'Invalid token id', code: 'invalid_token_id' }],
    [
      'GET',
      '/book?token_id=5',
      undefined,
      404,
      { error: 'No orderbook exists for the requested token id', code: 'no_orderbook' },
    ],
    ['POST', '/books', '{', 400, { error: 'malformed JSON: the body is not valid JSON', code: 'malformed_json' }],
    ['POST', '/books', undefined, 400, { error: 'malformed JSON: the body is empty', code: 'malformed_json' }],
    ['POST', '/books', {}, 400, { error: 'Invalid payload: the body must be array', code: 'invalid_payload' }],
    [
      'POST',
      '/books',
      [{ token_id: 1 }],
      400,
      { error: 'Invalid payload: [0].token_id must be string', code: 'invalid_payload' },
    ],
    [
      'POST',
      '/books',
      '[{"token_id":"1","token_id":"2"}]',
      400,
      { error: 'malformed JSON: a key is repeated in one object', code: 'malformed_json' },
    ],
    [
      'POST',
      '/midpoints',
      Array(501).fill({ token_id: '1' }),
      400,
      { error: 'Payload exceeds the limit', code: 'payload_too_long' },
    ],
    ['GET', `/data/order/${HASH.slice(0, -1)}`, undefined, 400, { error: 'Invalid orderID', code: 'invalid_order_id' }],
    ['GET', `/data/order/${HASH}`, undefined, 404, { error: 'Order not found', code: 'order_not_found' }],
    ['GET', '/trades?limti=5', undefined, 400, { error: 'unknown_field: limti' }],
    ['GET', '/trades?limit=10001', undefined, 400, { error: 'limit must be in 0..10000' }],
    ['GET', '/trades?filterType=CASH', undefined, 400, { error: 'filterType needs filterAmount' }],
    ['GET', '/trades?filterAmount=5', undefined, 400, { error: 'filterAmount needs filterType' }],
    [
      'GET',
      '/trades?user=0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266',
      undefined,
      400,
      { error: expect.stringContaining('user has a wrong checksum') },
    ],
    ['GET', '/markets?limit=0', undefined, 400, { type: 'bad request', error: 'limit must be in 1..500' }],
    [
      'GET',
      '/markets?order=nonsense',
      undefined,
      400,
      { type: 'bad request', error: expect.stringContaining('order must be one of id,') },
    ],
    ['GET', '/markets?active=yes', undefined, 400, { type: 'bad request', error: 'active must be true or false' }],
    [
      'GET',
      '/markets?next_cursor=MA==&active=true',
      undefined,
      400,
      { error: 'unknown parameter: active', code: 'bad_request' },
    ],
    ['GET', '/markets?next_cursor=nonsense', undefined, 400, { error: 'Invalid next_cursor', code: 'invalid_cursor' }],
    ['GET', '/markets/0x12', undefined, 400, { error: 'Invalid market', code: 'invalid_market' }],
    ['GET', `/markets/${HASH}`, undefined, 404, { error: 'market not found', code: 'market_not_found' }],
    ['GET', '/markets/0x', undefined, 400, { error: 'Invalid market', code: 'invalid_market' }],
    ['GET', `/markets/0x${'g'.repeat(64)}`, undefined, 400, { error: 'Invalid market', code: 'invalid_market' }],
    ['GET', '/markets/%00', undefined, 400, { error: 'Invalid market', code: 'invalid_market' }],
    ['GET', '/markets/0x-protocol', undefined, 404, { error: 'market not found', code: 'market_not_found' }],
    ['GET', '/markets/a%2Fb', undefined, 400, { error: 'Invalid market', code: 'invalid_market' }],
    ['GET', `/markets/${'a'.repeat(251)}`, undefined, 400, { error: 'Invalid market', code: 'invalid_market' }],
    ['GET', `/markets/${'9'.repeat(30)}`, undefined, 404, { error: 'market not found', code: 'market_not_found' }],
    ['GET', '/markets/no-such-slug', undefined, 404, { error: 'market not found', code: 'market_not_found' }],
    ['GET', '/events/slug/no-such-event', undefined, 404, { type: 'not found error', error: 'slug not found' }],
    [
      'GET',
      `/events/slug/${'%E2%82%AC'.repeat(250)}`,
      undefined,
      404,
      { type: 'not found error', error: 'slug not found' },
    ],
    ['GET', '/events/1', undefined, 404, { type: 'not found error', error: 'id not found' }],
    ['GET', '/events/one', undefined, 400, { type: 'bad request', error: 'id is invalid: id must be an integer' }],
    ['GET', '/events/9007199254740991', undefined, 404, { type: 'not found error', error: 'id not found' }],
    [
      'GET',
      '/events/9007199254740992',
      undefined,
      400,
      { type: 'bad request', error: 'id is invalid: id must be in 0..9007199254740991' },
    ],
    ['GET', '/events/1?limit=5', undefined, 400, { type: 'bad request', error: 'unknown parameter: limit' }],
    [
      'GET',
      '/tags?offset=-1',
      undefined,
      400,
      { type: 'bad request', error: expect.stringContaining('offset must be in 0..') },
    ],
    [
      'GET',
      `/events/slug/${'x'.repeat(5_000)}`,
      undefined,
      400,
      { type: 'bad request', error: 'a part of the path is too long' },
    ],
    ['GET', '/events/%ff', undefined, 400, { type: 'bad request', error: 'the path is not valid percent-encoding' }],
    ['GET', '/markets/%ff', undefined, 400, { type: 'bad request', error: 'the path is not valid percent-encoding' }],
    [
      'GET',
      '/account',
      undefined,
      401,
      {
        error: expect.stringContaining('missing header SERVICE_ADDRESS'),
        code: 'unauthenticated',
        details: UNAUTHENTICATED,
      },
    ],
    [
      'POST',
      '/order',
      '{',
      401,
      {
        error: expect.stringContaining('missing header SERVICE_ADDRESS'),
        code: 'unauthenticated',
        details: UNAUTHENTICATED,
      },
    ],
    [
      'POST',
      '/auth/api-key',
      undefined,
      401,
      {
        error: expect.stringContaining('missing header SERVICE_ADDRESS'),
        code: 'unauthenticated',
        details: UNAUTHENTICATED,
      },
    ],
    [
      'POST',
      '/admin/mode',
      { mode: 'open' },
      401,
      { error: 'Unauthorized/Invalid admin token', code: 'invalid_admin_token' },
    ],
  ])('%s %s with %j', async (method, url, body, status, expected) => {
    const answer = await send(stack, method, url, body);
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: expected });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('errors: 405 names what is allowed, also to a browser that asks first', async () => {
    expect((await send(stack, 'DELETE', '/trades')).headers['allow']).toBe('GET, HEAD, OPTIONS');
    const preflight = await send(stack, 'OPTIONS', '/books');
    expect(preflight).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type, x-after-sequence' },
    });
    expect((await send(stack, 'OPTIONS', '/order')).headers['access-control-allow-origin']).toBeUndefined();
    for (const url of [
      '/',
      '/time',
      '/venue',
      '/book',
      '/trades',
      '/tags',
      '/markets',
      '/events/1',
      '/data/order/0x',
    ]) {
      expect([url, (await send(stack, 'GET', url)).headers['access-control-allow-origin']]).toEqual([url, '*']);
    }
    expect((await send(stack, 'GET', '/account')).headers['access-control-allow-origin']).toBeUndefined();
    expect((await send(stack, 'POST', '/order', '{}')).headers['access-control-allow-origin']).toBeUndefined();
    expect((await send(stack, 'POST', '/admin/mode', '{}')).headers['access-control-allow-origin']).toBeUndefined();
  });
});
