import { ExchangeClient } from '@bellwether/exchange/exchange-client.ts';
import { ExchangeService } from '@bellwether/exchange/exchange-service.ts';
import type { FromExchange, ToExchange } from '@bellwether/exchange/messages.ts';
import { MemoryJournal } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { NO_STORED_ORDERS, SealedArchive } from '@bellwether/ledger/log/order-archive.ts';
import type { Lease } from '@bellwether/ports/lease.ts';
import { isCurrentAt } from '@bellwether/ports/nodes.ts';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import { expect, test } from 'vitest';
import { BEAT_MS } from './limits.ts';
import { openHub } from './open-hub.ts';

const LEASE_MS = 2_000;
/** Somewhat after a beat. */
const AFTER_BEAT_MS = 50;

/** A lease renewed by hand, as a database would do. */
class HandLease implements Lease {
  leaseUntilMs = LEASE_MS;
  #hear: () => void = () => undefined;

  onRenewed(hear: () => void): () => void {
    this.#hear = hear;
    return () => undefined;
  }

  renew(nowMs: number): void {
    this.leaseUntilMs = nowMs + LEASE_MS;
    this.#hear();
  }
}

async function lead() {
  const runtime = new ManualRuntime();
  const { clock } = runtime;
  const [near, channel] = runtime.channel<ToExchange, FromExchange>();
  const start = emptyStart();
  const lease = new HandLease();
  const nodes = openHub({
    node: { name: 'a', address: 'a:1' },
    epoch: 1,
    head: start.head,
    clock,
    report: (standing) => channel.send({ kind: 'standing', standing }),
  });
  const told: number[] = [];
  const service = new ExchangeService({
    exchange: {
      ...start,
      log: new MemoryJournal(),
      lease,
      archive: new SealedArchive(NO_STORED_ORDERS),
      storedOrders: () => NO_STORED_ORDERS,
      storage: { look: () => ({ isFull: false, reserveBytes: 0 }), grow: async () => undefined, tell: () => undefined },
      checkPlace: () => undefined,
      close: async () => undefined,
    },
    channel,
    taken: { nodes, isOpen: false, commands: [] },
    runtime,
  });
  const client = new ExchangeClient({
    connection: {
      channel: {
        // The node has followed until now, and was started then.
        send: (message) => (message.kind === 'start' ? undefined : near.send(message)),
        receive: (take) => near.receive(take),
        drain: () => near.drain(),
        close: () => near.close(),
      },
      ended: service.stopped.then(() => 'stopped'),
      end: () => undefined,
    },
    follower: new Follower(emptyStart()),
    archive: new SealedArchive(NO_STORED_ORDERS),
    storedOrders: () => NO_STORED_ORDERS,
    snapshotSequence: 0,
    runtime,
    onStanding: ({ currentUntilMs }) => void told.push(currentUntilMs),
    onFailure: (message) => expect.unreachable(message),
  });
  await runtime.runPending();
  const answers = (): boolean => client.standing !== null && isCurrentAt(client.standing, clock.monotonicMs());
  return { runtime, lease, told, answers };
}

test('leading: a lease that was as good as over when it was renewed is told of before it would be over', async () => {
  const { runtime, lease, answers } = await lead();
  // Simulates a standstill: the last beat before the renewal has announced the old lease.
  lease.leaseUntilMs += 2 * AFTER_BEAT_MS;
  await runtime.advance(LEASE_MS + AFTER_BEAT_MS);
  lease.renew(runtime.clock.monotonicMs());
  await runtime.advance(2 * AFTER_BEAT_MS);
  expect(answers()).toBe(true);
});

test('leading: one that was over is told of as soon as it is renewed', async () => {
  const { runtime, lease, answers } = await lead();
  await runtime.advance(LEASE_MS + AFTER_BEAT_MS);
  expect(answers()).toBe(false);
  lease.renew(runtime.clock.monotonicMs());
  await runtime.runPending();
  expect(answers()).toBe(true);
});

test('leading: while it is renewed in time the gateway is told with each beat alone', async () => {
  const { runtime, lease, told } = await lead();
  await runtime.advance(AFTER_BEAT_MS);
  told.length = 0;
  const BEATS = 20;
  for (let beat = 0; beat < BEATS; beat++)
    for (const _ of [1, 2]) {
      lease.renew(runtime.clock.monotonicMs());
      await runtime.advance(BEAT_MS / 2);
    }
  expect(told).toHaveLength(BEATS);
});
