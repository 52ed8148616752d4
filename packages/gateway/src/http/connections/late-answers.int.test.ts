import { ERRORS } from '@bellwether/contract';
import type { ReadAnswer } from '@bellwether/ports/reader.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { expect, test } from 'vitest';
import { bodyOf, getBytes as get, openKept, signedBytes, statusOf } from '../testing/kept-client.ts';
import { openTestVenue } from '../testing/open-venue.ts';
import type { Stack } from '../testing/stack.ts';
import { addMarket, Trader } from '../testing/trader.ts';
import { CONNECTION_LIMITS } from './connections.ts';

const { readMsMax, writeMsMax } = CONNECTION_LIMITS;

let stack: Stack;
let nowMs: number;
let looks: (() => void)[];

async function start(): Promise<void> {
  nowMs = 0;
  looks = [];
  stack = await openTestVenue({
    runtime: {
      clock: { ...MACHINE.clock, monotonicMs: () => nowMs },
      timers: {
        ...MACHINE.timers,
        every: (_ms, look) => {
          looks.push(look);
          return () => undefined;
        },
      },
    },
  });
}

/** Advances time, and lets the venue check its connections. */
function wait(ms: number): void {
  nowMs += ms;
  for (const look of looks) look();
}

function holdReads() {
  const held: ((answer: ReadAnswer) => void)[] = [];
  stack.reader.read = () => new Promise((resolve) => held.push(resolve));
  return held;
}

test('late answers: a read that waits too long is refused, and what comes of it later is dropped [W44]', async () => {
  await start();
  const held = holdReads();
  const client = await openKept(stack);
  const asked = client.ask(get('/trades'));
  await expect.poll(() => held.length).toBe(1);
  wait(readMsMax - 1);
  const answer = await Promise.race([asked, (await openKept(stack)).ask(get('/time')).then(() => 'none yet')]);
  expect(answer).toBe('none yet');
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
  await start();
  const held = holdReads();
  const client = await openKept(stack);
  client.socket.write(get('/trades').repeat(3));
  await expect.poll(() => held.length).toBe(1);
  wait(readMsMax);
  for (let answers = 0; answers < 3; answers++) expect(statusOf(await client.answer())).toBe(503);
  expect(held).toHaveLength(1);
  expect(statusOf(await client.ask(get('/time')))).toBe(200);
});

for (const way of ['parsed', 'plain'])
  test(`late answers: a ${way} write that waits too long is told that no one knows what became of it [W44]`, async () => {
    await start();
    const trader = await Trader.open(stack, '1');
    const { yes } = await addMarket(stack, 'Will it rain?');
    let submitted = 0;
    stack.exchange.submit = () => {
      submitted++;
      return new Promise(() => undefined);
    };
    const client = await openKept(stack);
    if (way === 'plain') await client.ask(get('/time'));
    const { body } = await trader.sign({ tokenId: yes, side: 'BUY', price: '0.5', size: '10' });
    const asked = client.ask(signedBytes(trader, { body: JSON.stringify(body) }));
    await expect.poll(() => submitted).toBe(1);
    wait(writeMsMax - 1);
    const answer = await Promise.race([asked, (await openKept(stack)).ask(get('/time')).then(() => 'none yet')]);
    expect(answer).toBe('none yet');
    wait(1);
    const refused = await asked;
    expect([statusOf(refused), bodyOf(refused)]).toMatchObject([503, { code: 'outcome_unknown' }]);
  });
