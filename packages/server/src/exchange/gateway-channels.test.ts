/** Several gateways of one exchange that find its records in shared memory, on a runtime that is moved by hand. */

import { type Command, hashState, micros, walletId } from '@bellwether/engine';
import { runs } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryJournal } from '../adapters/journal-memory/memory-journal.ts';
import { emptyStart, Follower } from '../log/follower.ts';
import { NO_STORED_ORDERS, SealedArchive } from '../log/order-archive.ts';
import type { ExchangeOutcome } from '../ports/exchange.ts';
import type { RecordsWriter } from '../ports/shared-records.ts';
import { ManualRuntime } from '../runtime/manual.ts';
import { createSharedHead, openSharedHead } from '../runtime/shared-head.ts';
import { createSharedRecords, readSharedRecords, writeSharedRecords } from '../runtime/shared-records.ts';
import type { ReleasedBatch } from '../sequencer/batch.ts';
import { setUpCommands } from '../sequencer/testing/sample-venue.ts';
import { ExchangeClient } from './exchange-client.ts';
import { ExchangeHost } from './exchange-host.ts';
import { ExchangeService } from './exchange-service.ts';
import { TELL_RECORDS_MS } from './limits.ts';
import type { FromExchange, ToExchange } from './messages.ts';

const GATEWAYS = 3;

/** `withRecords` may stand between the exchange and the memory; `beforeSent` runs when a message is on its way. */
async function venue({
  withRecords = (records: RecordsWriter): RecordsWriter => records,
  beforeSent = (_gateway: number, _message: FromExchange): void => undefined,
} = {}) {
  const runtime = new ManualRuntime();
  const head = openSharedHead(createSharedHead());
  const memory = createSharedRecords(GATEWAYS);
  const sent: string[][] = [];
  const failures: string[] = [];
  const ends = Array.from({ length: GATEWAYS }, (_, gateway) => {
    const [near, far] = runtime.channel<ToExchange, FromExchange>();
    const kinds: string[] = [];
    sent.push(kinds);
    return {
      near,
      far: {
        send(message: FromExchange, moved: readonly ArrayBuffer[] = []) {
          kinds.push(message.kind);
          beforeSent(gateway, message);
          far.send(message, moved);
        },
        receive: far.receive.bind(far),
        drain: far.drain.bind(far),
        close: far.close.bind(far),
      },
    };
  });
  const [first, ...others] = ends.map(({ far }) => far);
  const service = new ExchangeService({
    exchange: {
      ...emptyStart(),
      log: new MemoryJournal(),
      archive: new SealedArchive(NO_STORED_ORDERS),
      storedOrders: () => NO_STORED_ORDERS,
      storage: { look: () => ({ isFull: false, reserveBytes: 0 }), grow: async () => undefined, tell: () => undefined },
      checkPlace: () => undefined,
      close: async () => undefined,
    },
    channel: first ?? expect.unreachable(),
    others,
    head,
    records: withRecords(writeSharedRecords(memory)),
    runtime,
  });
  const clients = ends.map(({ near }, gateway) => {
    return new ExchangeClient({
      connection: { channel: near, ended: service.stopped.then(() => 'stopped'), end: () => undefined },
      follower: new Follower(emptyStart()),
      archive: new SealedArchive(NO_STORED_ORDERS),
      storedOrders: () => NO_STORED_ORDERS,
      snapshotSequence: 0,
      timers: runtime.timers,
      shared: head,
      records: readSharedRecords(memory, gateway),
      isFurther: gateway > 0,
      onFailure: (message) => void failures.push(message),
    });
  });
  const client = (gateway: number): ExchangeClient => clients[gateway] ?? expect.unreachable();
  await runtime.advance(1_000);
  const opening = Promise.all(setUpCommands(2, 1).map((command) => client(0).submit(command)));
  await runtime.advance(1_000);
  await opening;
  for (const kinds of sent) kinds.length = 0;
  return { runtime, client, clients, sent, head, failures };
}

const deposit = (amount: number, wallet = 0): Command => ({
  kind: 'Deposit',
  wallet: walletId(wallet),
  amount: micros(amount),
});
const heads = (clients: readonly ExchangeClient[]): number[] => clients.map(({ head }) => head.sequence);

test('gateways: one with nothing to answer is told of many records at once, and none of them twice [D50]', async () => {
  const { runtime, client, clients, sent } = await venue();
  const start = client(0).head.sequence;
  for (let amount = 1; amount <= 10; amount++) {
    const outcome = client(1).submit(deposit(amount));
    await runtime.settle();
    expect((await outcome).kind).toBe('accepted');
  }
  expect(heads(clients)).toEqual([start, start + 10, start]);
  expect(sent).toEqual([[], Array.from({ length: 10 }, () => 'batch'), []]);
  await runtime.advance(TELL_RECORDS_MS);
  expect(heads(clients)).toEqual([start + 10, start + 10, start + 10]);
  expect([sent[0], sent[2]]).toEqual([['records'], ['records']]);
  await runtime.advance(10 * TELL_RECORDS_MS);
  expect([sent[0], sent[2]]).toEqual([['records'], ['records']]);
});

test('gateways: what one has shown every other has when it looks, without being told [D50]', async () => {
  const { runtime, client, clients, sent } = await venue();
  const outcome = client(2).submit(deposit(1));
  await runtime.settle();
  await outcome;
  client(0).catchUp();
  client(1).catchUp();
  expect(new Set(heads(clients)).size).toBe(1);
  expect(new Set(clients.map(({ state }) => hashState(state))).size).toBe(1);
  expect([sent[0], sent[1]]).toEqual([[], []]);
});

test('gateways: what is told while one folds it the others have when they look, in the same moment', async () => {
  const { runtime, client } = await venue();
  const seen: [told: number, elsewhere: number][] = [];
  const stop = client(1).observe({
    after({ sequence }) {
      client(0).catchUp();
      seen.push([sequence, client(0).head.sequence]);
    },
  });
  const start = client(1).head.sequence;
  const outcome = client(1).submit(deposit(1));
  await runtime.settle();
  await outcome;
  stop();
  expect(seen).toEqual([[start + 1, start + 1]]);
});

test('gateways: one whose clients wait hears of each record at once, as long as they do [D50]', async () => {
  const { runtime, client, sent } = await venue();
  const deposited = async (amount: number): Promise<void> => {
    const outcome = client(1).submit(deposit(amount));
    await runtime.settle();
    await outcome;
  };
  client(2).setLive(true);
  await deposited(1);
  expect(client(2).head).toEqual(client(1).head);
  client(2).setLive(false);
  await deposited(2);
  expect(client(2).head.sequence).toBe(client(1).head.sequence - 1);
  expect([sent[0], sent[2]]).toEqual([[], ['records']]);
});

test('gateways: one that has read its own entry before it is told of the outcome answers with that entry', async () => {
  let look = (): void => undefined;
  const { runtime, client, head, failures } = await venue({
    beforeSent: (gateway, message) => {
      if (gateway === 1 && message.kind === 'batch') look();
    },
  });
  look = () => {
    // Another one has shown it already.
    head.show(client(1).head.sequence + 1);
    client(1).catchUp();
  };
  for (let amount = 1; amount <= 3; amount++) {
    const outcomes = [client(1).submit(deposit(amount)), client(2).submit(deposit(100 + amount))];
    await runtime.settle();
    const [own] = await Promise.all(outcomes);
    expect(own?.kind === 'accepted' && own.entry.command).toMatchObject(deposit(amount));
  }
  expect(failures).toEqual([]);
});

test('gateways: a refusal that arrives when later entries have been read takes nothing from their answers', async () => {
  const runtime = new ManualRuntime();
  const head = openSharedHead(createSharedHead());
  const memory = createSharedRecords(1);
  const records = writeSharedRecords(memory);
  const batches: ReleasedBatch[] = [];
  const host = new ExchangeHost({
    ...emptyStart(),
    log: new MemoryJournal(),
    clock: runtime.clock.wallMs,
    release: (batch) => void batches.push(batch),
  });
  const [near, far] = runtime.channel<ToExchange, FromExchange>();
  const client = new ExchangeClient({
    connection: { channel: near, ended: new Promise(() => undefined), end: () => undefined },
    follower: new Follower(emptyStart()),
    archive: new SealedArchive(NO_STORED_ORDERS),
    storedOrders: () => NO_STORED_ORDERS,
    snapshotSequence: 0,
    timers: runtime.timers,
    shared: head,
    records: readSharedRecords(memory, 0),
    onFailure: (message) => expect.unreachable(message),
  });
  const commands = [...setUpCommands(1, 1), deposit(1, 99), deposit(2)];
  const outcomes = commands.map((command) => client.submit(command));
  for (const [id, command] of commands.entries()) {
    host.submit({ id, json: JSON.stringify(command) });
    await host.pump();
  }
  // All of it is there before the first message is.
  let upTo = 0;
  for (const { record, chain } of batches) if (record !== null) expect(records.write({ record, chain })).toBe(true);
  for (const { record, outcomes: told } of batches) {
    upTo = record?.lastSequence ?? upTo;
    far.send({ kind: 'batch', record: null, chain: new Uint8Array(0), outcomes: JSON.stringify(told), upTo });
  }
  head.show(upTo);
  client.catchUp();
  await runtime.settle();
  const kinds = (await Promise.all(outcomes)).map(({ kind }) => kind);
  expect(kinds).toEqual([...setUpCommands(1, 1).map(() => 'accepted'), 'reject', 'accepted']);
});

test('gateways: with records that have no place, looks and refusals at any moment all states and answers are right [D50]', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('deposit' as const), gateway: fc.nat({ max: GATEWAYS - 1 }) }),
    fc.record({ kind: fc.constant('refused' as const), gateway: fc.nat({ max: GATEWAYS - 1 }) }),
    fc.record({ kind: fc.constant('look' as const), gateway: fc.nat({ max: GATEWAYS - 1 }) }),
    fc.record({ kind: fc.constant('live' as const), gateway: fc.nat({ max: GATEWAYS - 1 }) }),
    fc.record({ kind: fc.constant('settle' as const), gateway: fc.constant(0) }),
    fc.record({ kind: fc.constant('wait' as const), gateway: fc.constant(0) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60 }),
      fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
      async (steps, hasPlace) => {
        let written = 0;
        let isEarly = false;
        const early: (() => void)[] = [];
        const { runtime, client, clients, failures } = await venue({
          withRecords: (records) => ({
            ...records,
            write: (record) => hasPlace[written++ % hasPlace.length] === true && records.write(record),
          }),
          beforeSent: () => {
            if (isEarly) for (const look of early) look();
          },
        });
        isEarly = true;
        early.push(...clients.map((each) => () => each.catchUp()));
        const answers: Promise<[Command, ExchangeOutcome]>[] = [];
        for (const [index, { kind, gateway }] of steps.entries()) {
          const command = kind === 'refused' ? deposit(1, 99) : deposit(1 + index);
          if (kind === 'deposit' || kind === 'refused')
            answers.push(
              client(gateway)
                .submit(command)
                .then((outcome) => [command, outcome]),
            );
          else if (kind === 'look') client(gateway).catchUp();
          else if (kind === 'live') client(gateway).setLive(index % 2 === 0);
          else if (kind === 'settle') await runtime.settle();
          else await runtime.advance(TELL_RECORDS_MS);
        }
        await runtime.advance(1_000);
        for (const [command, outcome] of await Promise.all(answers)) {
          const isKnown = 'wallet' in command && command.wallet === 0;
          expect(outcome.kind).toBe(isKnown ? 'accepted' : 'reject');
          if (outcome.kind === 'accepted') expect(outcome.entry.command).toMatchObject(command);
        }
        expect(failures).toEqual([]);
        expect(new Set(heads(clients)).size).toBe(1);
        expect(new Set(clients.map(({ state }) => hashState(state))).size).toBe(1);
      },
    ),
    { numRuns: runs(40) },
  );
});
