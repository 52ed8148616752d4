/** Caps that count by cost, through the server: the cost a request declares, and the read time beyond that. */
import { capTable } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { ask, askAs, in10, type Sent } from './testing/capped-requests.ts';
import { openVenue } from './testing/open-venue.ts';
import { Trader } from './testing/trader.ts';

const UNITS = 100;
const stack = await openVenue({ limits: capTable({ work: in10(UNITS), cancels: in10(UNITS) }) });

const left = ({ headers }: Awaited<ReturnType<typeof ask>>): string | undefined =>
  /"work";r=([0-9]+)/.exec(String(headers['ratelimit']))?.[1];

test('cost: a request counts by its size, siblings count together, and others are not held up [R21]', async () => {
  const from = '192.0.2.71';
  expect(left(await ask(stack, 'GET', '/trades?limit=6000', { from }))).toBe('40');
  expect(left(await ask(stack, 'GET', '/sampling-markets?limit=1000', { from }))).toBe('14');
  expect((await ask(stack, 'GET', '/simplified-markets?limit=1000', { from })).status).toBe(429);
  expect((await ask(stack, 'GET', '/trades?limit=6000', { from })).status).toBe(429);
  expect(left(await ask(stack, 'GET', '/trades?limit=1000', { from }))).toBe('4');
  expect((await ask(stack, 'GET', '/time', { from })).status).toBe(200);
  expect((await ask(stack, 'GET', '/trades?limit=6000', { from: '192.0.2.72' })).status).toBe(200);
});

test('cost: a body counts by the length it says, and without one as the longest', async () => {
  const tokens = JSON.stringify([{ token_id: '1'.repeat(78) }]);
  const post = (from: string, more: Sent) => ask(stack, 'POST', '/midpoints', { from, ...more });
  expect(left(await post('192.0.2.73', { body: tokens }))).toBe('99');
  expect(left(await post('192.0.2.73', { body: ' '.repeat(8 * 4_096) }))).toBe('90');
  expect(left(await post('192.0.2.74', { headers: { 'transfer-encoding': 'chunked' } }))).toBe('35');
});

test('cost: what a read has taken beyond its declared cost counts afterwards [R21]', async () => {
  const from = '192.0.2.75';
  stack.reader.cpuMs = 50;
  try {
    expect(left(await ask(stack, 'GET', '/tags', { from }))).toBeUndefined();
    expect(left(await ask(stack, 'GET', '/events?limit=5', { from }))).toBe('99');
    // 50 ms of read time, plus three tenths for overhead around the read, plus half a millisecond: 66 units.
    expect(left(await ask(stack, 'GET', '/events?limit=5', { from }))).toBe('33');
    // Costs more than the remaining room: the client has to wait.
    expect((await ask(stack, 'GET', '/events?limit=5', { from })).status).toBe(429);
  } finally {
    stack.reader.cpuMs = 0;
  }
  stack.timers.advance(10_000);
  expect(left(await ask(stack, 'GET', '/events?limit=5', { from }))).toBe('99');
});

test('cost: a read whose turn comes when its client is over the cap by others is refused, and costs nothing [R30]', async () => {
  const [from, other] = ['192.0.2.77', '192.0.2.78'];
  const url = '/events?limit=5';
  // A read that costs more than it declares ends while another read of the same client waits for its turn.
  let ended: Promise<unknown> | null = null;
  const later = Promise.withResolvers<void>();
  stack.reader.cpuMs = 200;
  const { read } = stack.reader;
  stack.reader.read = async function (name, parameters, asker) {
    if (ended === null) ended = ask(stack, 'GET', url, { from }).finally(later.resolve);
    else return read.call(this, name, parameters, asker);
    await later.promise;
    return read.call(this, name, parameters, asker);
  };
  try {
    const waited = await ask(stack, 'GET', url, { from });
    expect(waited.status).toBe(429);
    expect(waited.headers['retry-after']).toBe('10');
    expect(((await ended) as unknown as { status: number }).status).toBe(200);
    expect((await ask(stack, 'GET', url, { from: other })).status).toBe(200);
  } finally {
    stack.reader.read = read;
    stack.reader.cpuMs = 0;
  }
  stack.timers.advance(10_000);
  expect(left(await ask(stack, 'GET', url, { from }))).toBe('99');
});

test('cost: cancels by id count in a row of their own', async () => {
  const trader = await Trader.open(stack, '1');
  const ids = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`));
  const answer = await askAs(stack, trader, 'DELETE', '/orders', ids, '192.0.2.76');
  expect(answer.status).toBe(200);
  expect(String(answer.headers['ratelimit'])).toMatch(/"cancels";r=83/);
});
