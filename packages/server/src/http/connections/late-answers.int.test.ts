/**
 * Every request is answered in bounded time from its first byte: a request that waits too long is refused with an error
 * text.
 */
import type { Socket } from 'node:net';
import { ERRORS } from '@bellwether/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReadAnswer } from '../../ports/reader.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { bodyOf, getBytes as get, openKept, signedBytes, statusOf } from '../testing/kept-client.ts';
import { type Stack, startStack } from '../testing/stack.ts';
import { addEvent, Trader } from '../testing/trader.ts';
import { CONNECTION_LIMITS } from './connections.ts';

const { readMsMax, writeMsMax } = CONNECTION_LIMITS;

let stack: Stack;
let nowMs: number;
let looks: (() => void)[];
const sockets: Socket[] = [];

beforeEach(async () => {
  nowMs = 0;
  looks = [];
  stack = await startStack({
    runtimeClock: { ...MACHINE.clock, monotonicMs: () => nowMs },
    runtimeTimers: {
      ...MACHINE.timers,
      every: (_ms, look) => {
        looks.push(look);
        return () => undefined;
      },
    },
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await stack.close();
});

async function open() {
  const client = await openKept(stack);
  sockets.push(client.socket);
  return client;
}

/** Advances time, and lets the venue check its connections. */
function wait(ms: number): void {
  nowMs += ms;
  for (const look of looks) look();
}

/** Holds reads until the test answers them. */
function holdReads() {
  const held: ((answer: ReadAnswer) => void)[] = [];
  stack.reader.read = () => new Promise((resolve) => held.push(resolve));
  return held;
}

test('late answers: a read that waits too long is refused, and what comes of it later is dropped [W44]', async () => {
  const held = holdReads();
  const client = await open();
  const asked = client.ask(get('/trades'));
  await expect.poll(() => held.length).toBe(1);
  wait(readMsMax - 1);
  expect(await Promise.race([asked, (await open()).ask(get('/time')).then(() => 'none yet')])).toBe('none yet');
  wait(1);
  const refused = await asked;
  expect([statusOf(refused), bodyOf(refused)]).toEqual([503, { error: ERRORS.unavailable.text }]);
  // Large enough to leave in pieces: none of it is sent or counts as unread.
  const body = Buffer.from(JSON.stringify('x'.repeat(1_000_000)));
  held[0]?.({ body, encoding: null, headers: {}, cpuMs: 1 });
  expect(statusOf(await client.ask(get('/time')))).toBe(200);
  wait(readMsMax);
  expect(statusOf(await client.ask(get('/time')))).toBe(200);
});

test('late answers: reads that wait behind others of their connection are refused with them, and its next one is served [W44]', async () => {
  const held = holdReads();
  const client = await open();
  client.socket.write(get('/trades').repeat(3));
  await expect.poll(() => held.length).toBe(1);
  wait(readMsMax);
  for (let answers = 0; answers < 3; answers++) expect(statusOf(await client.answer())).toBe(503);
  expect(held).toHaveLength(1);
  expect(statusOf(await client.ask(get('/time')))).toBe(200);
});

test.each(['parsed', 'plain'])(
  'late answers: a %s write that waits too long is told that no one knows what became of it [W44]',
  async (way) => {
    const trader = await Trader.open(stack, '1');
    const [market] = await addEvent(stack, ['Will it rain?']);
    let submitted = 0;
    stack.exchange.submit = () => {
      submitted++;
      return new Promise(() => undefined);
    };
    const client = await open();
    if (way === 'plain') await client.ask(get('/time'));
    const { body } = await trader.sign({ tokenId: market?.yes ?? '', side: 'BUY', price: '0.5', size: '10' });
    const asked = client.ask(signedBytes(trader, { body: JSON.stringify(body) }));
    await expect.poll(() => submitted).toBe(1);
    wait(writeMsMax - 1);
    expect(await Promise.race([asked, (await open()).ask(get('/time')).then(() => 'none yet')])).toBe('none yet');
    wait(1);
    const refused = await asked;
    expect([statusOf(refused), bodyOf(refused)]).toMatchObject([503, { code: 'outcome_unknown' }]);
  },
);
