import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { exchangeBytes, portOf } from './testing/raw-socket.ts';
import { addMarket, send, Trader } from './testing/trader.ts';

const HASH = `0x${'ab'.repeat(32)}`;

const stack = await openVenue();
const alice = await Trader.open(stack, '1');
const market = await addMarket(stack, 'Will it rain?', { orderPriceMinTickSize: 0.01, orderMinSize: 5 });

test('http: a compressed body is 415 in words, not the wrong JSON; identity and no body are as without [W21]', async () => {
  const encoded = (coding: string, text?: string) =>
    send(stack, 'POST', '/books', text, { 'content-type': 'application/json', 'content-encoding': coding });
  const refused = {
    status: 415,
    headers: { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
    body: { code: 'unsupported_content_encoding', error: 'the body must be sent without Content-Encoding' },
  };
  for (const coding of ['gzip', 'BR', 'identity, gzip', 'made-up'])
    expect(await encoded(coding, '[]'), coding).toMatchObject(refused);
  for (const coding of ['identity', 'Identity', ' identity , identity', ''])
    expect((await encoded(coding, '[]')).status, coding).toBe(200);
  const cancel = { ...alice.headers('DELETE', '/cancel-all', ''), 'content-encoding': 'gzip' };
  expect((await send(stack, 'DELETE', '/cancel-all', undefined, cancel)).status).toBe(200);
});

for (const type of ['application/json', 'text/plain', 'nonsense', 'application/x-www-form-urlencoded; charset', '*/*'])
  test(`http: a request without a body is fine with content type ${type}`, async () => {
    const headers = { ...alice.headers('DELETE', '/cancel-all', ''), 'content-type': type };
    for (const more of [{}, { 'content-length': '0' }]) {
      const answer = await send(stack, 'DELETE', '/cancel-all', undefined, { ...headers, ...more });
      expect(answer).toMatchObject({ status: 200, body: { canceled: [] } });
    }
    expect((await send(stack, 'GET', '/tags', undefined, { 'content-type': type })).status).toBe(200);
  });

test.each([
  [';;', '', 200],
  ['text/plain', '', 200],
  ['nonsense', '', 200],
  ['nonsense', '[]', 415],
  ['text/plain', '[]', 415],
  ['application/json', '[]', 200],
  ['Application/JSON; charset=utf-8', '[]', 200],
])('http: a stream of type %s that brings "%s" is answered with %i', async (type, text, status) => {
  const [method, path] = text === '' ? ['DELETE', '/cancel-all'] : ['POST', '/books'];
  const own = text === '' ? alice.headers(method, path, '') : {};
  const headers = {
    host: 'venue',
    connection: 'close',
    'content-type': type,
    'transfer-encoding': 'chunked',
    ...own,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const chunk = text === '' ? '' : `${text.length.toString(16)}\r\n${text}\r\n`;
  const bytes = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${chunk}0\r\n\r\n`;
  expect(await exchangeBytes(await portOf(stack.app), [bytes])).toMatchObject([{ status }]);
});

test('http: a fault has a short id that the operator finds, and tells nothing else [W11]', async () => {
  const { orderID } = await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.01', size: '5' });
  stack.reader.broken = true;
  const answers = await Promise.all(
    ['/trades', '/tags', `/markets/${HASH}`, `/data/order/${orderID}`].map((url) => send(stack, 'GET', url)),
  );
  stack.reader.broken = false;
  const withId = expect.stringMatching(/^Internal server error \([0-9a-f]{12}\)$/);
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [500, { error: expect.stringMatching(/^internal_error: [0-9a-f]{12}$/) }],
    [500, { type: 'internal error', error: withId }],
    [500, { error: 'Internal server error', code: 'market_internal' }],
    [500, { error: withId, code: 'internal' }],
  ]);
  const [first] = answers as [{ body: { error: string } }, ...unknown[]];
  expect(stack.faults.map((fault) => 'faultId' in fault && `internal_error: ${fault.faultId}`)).toContain(
    first.body.error,
  );
  for (const { text } of answers) expect(text).not.toContain('secret');
});

test('allow-list: who is not on it may not read the ledger or a market in detail [L16]', async () => {
  const dataAllowlist = new BlockList();
  dataAllowlist.addSubnet('10.0.0.0', 8, 'ipv4');
  const restricted = await openTestVenue({ lendsWallets: false, dataAllowlist });
  const denied = { error: 'unauthorized: ip_not_allowlisted' };
  expect(await send(restricted, 'GET', '/trades')).toMatchObject({ status: 401, body: denied });
  expect(await send(restricted, 'GET', `/markets/${HASH}`)).toMatchObject({ status: 401, body: denied });
  const inside = await restricted.app.inject({ url: '/trades', remoteAddress: '::ffff:10.1.2.3' });
  expect([inside.statusCode, inside.body]).toEqual([200, '[]']);
});
