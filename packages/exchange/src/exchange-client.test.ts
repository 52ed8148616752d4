/** The client's latencies, with one command timed at a time, and commands without an outcome. */

import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { NO_STORED_ORDERS, SealedArchive } from '@bellwether/ledger/log/order-archive.ts';
import { OutcomeUnknown, StorageFull } from '@bellwether/ports/exchange.ts';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import { expect, test } from 'vitest';
import { ExchangeClient } from './exchange-client.ts';
import type { FromExchange, ToExchange } from './messages.ts';
import type { SequencedOutcome } from './sequencer/batch.ts';

const ANSWER_MS = 5_000;
const COMMAND = { kind: 'SetMode', mode: 'open' } as const;

function start() {
  const runtime = new ManualRuntime();
  const [channel, far] = runtime.channel<ToExchange, FromExchange>();
  const time = { nowMs: 100 };
  const client = new ExchangeClient({
    connection: { channel, ended: Promise.withResolvers<string>().promise, end: () => undefined },
    follower: new Follower(emptyStart()),
    archive: new SealedArchive(NO_STORED_ORDERS),
    storedOrders: () => NO_STORED_ORDERS,
    snapshotSequence: 0,
    answerMsMax: ANSWER_MS,
    runtime: { timers: runtime.timers, clock: { ...runtime.clock, monotonicMs: () => time.nowMs } },
    onFailure: (message) => expect.unreachable(message),
  });
  const answer = async (outcome: SequencedOutcome): Promise<void> => {
    far.send({ kind: 'batch', record: null, chain: new Uint8Array(0), outcomes: JSON.stringify([outcome]) });
    await runtime.runPending();
  };
  const unchanged = (id: number): Promise<void> => answer({ id, kind: 'unchanged', notCanceled: {} });
  return { client, time, runtime, answer, unchanged };
}

test('command latencies: one command is timed at a time, and a failed one never', async () => {
  const { client, time, answer, unchanged } = start();
  const first = client.submit(COMMAND);
  time.nowMs = 105;
  const second = client.submit(COMMAND);
  await unchanged(1);
  await second;
  expect(client.latencies).toHaveLength(0);
  time.nowMs = 107;
  await unchanged(0);
  await first;
  expect([...client.latencies]).toEqual([7]);
  const refused = client.submit(COMMAND);
  refused.catch(() => undefined);
  await answer({ id: 2, kind: 'no_room' });
  await expect(refused).rejects.toThrow(StorageFull);
  expect(client.latencies).toHaveLength(1);
  void client.submit(COMMAND);
  time.nowMs = 109;
  await unchanged(3);
  expect([...client.latencies]).toEqual([7, 2]);
});

test('command latencies: the newest 512 are kept', async () => {
  const { client, time, unchanged } = start();
  for (let id = 0; id < 600; id++) {
    void client.submit(COMMAND);
    time.nowMs += id;
    await unchanged(id);
  }
  expect(client.latencies.toSorted()).toEqual(Float64Array.from({ length: 512 }, (_, index) => 88 + index));
});

test('pending commands: one whose caller was told that its outcome is unknown stays pending until it has one', async () => {
  const { client, runtime, unchanged } = start();
  const told = expect(client.submit(COMMAND)).rejects.toThrow(OutcomeUnknown);
  await runtime.advance(2 * ANSWER_MS);
  await told;
  expect(client.pending).toBe(1);
  await unchanged(0);
  expect(client.pending).toBe(0);
});
