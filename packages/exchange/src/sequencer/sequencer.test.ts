import {
  assertInvariants,
  type Command,
  createState,
  hashState,
  marketId,
  micros,
  RULES_VERSION,
  walletId,
} from '@bellwether/engine';
import { recover } from '@bellwether/ledger/log/recovery.ts';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import { ExchangeUnavailable } from '@bellwether/ports/exchange.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import { expect, test } from 'vitest';
import { BATCH_COMMANDS_MAX, BATCH_PAYLOAD_MAX } from './limits.ts';
import { Rig, START_MS } from './testing/rig.ts';
import {
  placeOrder,
  placeOrders,
  sampleMarket,
  sampleTraffic,
  seededRandom,
  setUpCommands,
  takeCommands,
} from './testing/sample-venue.ts';

const kindsOf = (record: JournalRecord | null | undefined): string[] =>
  record ? entriesOfRecord(record, null).map(({ command }) => command.kind) : [];

test('sequencer: nothing of a batch is released before its append resolves, rejects and duplicates included [D2]', async () => {
  const gate = Promise.withResolvers<void>();
  let gated = false;
  const rig = new Rig({ gate: () => (gated ? gate.promise : Promise.resolve()) });
  await rig.run(...setUpCommands(2, 1));
  rig.released.length = 0;
  gated = true;
  const order = placeOrder({ salt: 1, account: 0, price: 4000, shares: 10 });
  const unknown = placeOrder({ salt: 2, account: 9, price: 4000, shares: 10 });
  rig.enqueue(order, order, { ...order, market: marketId(7) }, unknown, { kind: 'SetMode', mode: 'open' });
  const step = rig.sequencer.step();
  rig.enqueue(placeOrder({ salt: 3, account: 1, price: 4000, shares: 10 }));
  await new Promise((resolve) => setImmediate(resolve));
  expect([rig.released, rig.sequencer.head.sequence]).toEqual([[], 4]);
  gate.resolve();
  await step;
  expect(rig.outcomes()).toEqual(['accepted', 'duplicate', 'duplicate', 'reject', 'unchanged']);
  expect(rig.sequencer.head.sequence).toBe(5);
  await rig.sequencer.drain();
  expect([rig.outcomes().at(-1), rig.journal.records.at(-1)?.firstSequence]).toEqual(['accepted', 6]);
});

test('sequencer: after a failed append nothing is released and nothing more is taken [D9]', async () => {
  let broken = false;
  const rig = new Rig({ gate: () => (broken ? Promise.reject(new Error('no space')) : Promise.resolve()) });
  await rig.run(...setUpCommands(1, 1));
  rig.released.length = 0;
  broken = true;
  rig.enqueue(placeOrder({ salt: 1, account: 0, price: 4000, shares: 10 }));
  await expect(rig.sequencer.step()).rejects.toThrow('no space');
  broken = false;
  await expect(rig.sequencer.step()).rejects.toThrow('writing one failed');
  expect(rig.released).toEqual([]);
});

test('sequencer: a command that changes nothing is not journaled', async () => {
  const rig = new Rig();
  await rig.runPending();
  const before = rig.journal.records.length;
  await rig.run({ kind: 'SetMode', mode: 'open' });
  expect([rig.outcomes(), rig.released.at(-1)?.record]).toEqual([['unchanged'], null]);
  expect(rig.journal.records).toHaveLength(before);
});

test('sequencer: outcomes come in the order of the commands, whatever they are', async () => {
  const rig = new Rig();
  await rig.run(...setUpCommands(3, 2));
  const traffic = sampleTraffic(seededRandom(5), { accounts: 3, markets: 2, firstSalt: 1 });
  await rig.run(...takeCommands(traffic, 1_000));
  const ids = rig.released.flatMap((batch) => batch.outcomes).map((outcome) => outcome.id);
  expect(ids).toEqual(Array.from({ length: 1_004 }, (_, index) => index));
  expect(new Set(rig.outcomes())).toEqual(new Set(['accepted', 'reject', 'unchanged']));
});

test('sequencer: a batch decides at most its number of commands', async () => {
  const rig = new Rig();
  await rig.run(...setUpCommands(1, 1));
  rig.released.length = 0;
  const deposit: Command = { kind: 'Deposit', wallet: walletId(0), amount: micros(1) };
  await rig.run(...Array.from({ length: BATCH_COMMANDS_MAX * 2 + 10 }, () => deposit));
  expect(rig.released.map((batch) => batch.outcomes.length)).toEqual([BATCH_COMMANDS_MAX, BATCH_COMMANDS_MAX, 10]);
});

test('sequencer: a batch stays below its size, and an entry above it has one of its own', async () => {
  const rig = new Rig();
  const text = 'x'.repeat(BATCH_PAYLOAD_MAX / 10);
  for (const [index, description] of [...Array<string>(12).fill(text), text.repeat(8), ''].entries()) {
    const markets = [{ ...sampleMarket(index), description }];
    rig.enqueue({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets });
  }
  await rig.sequencer.drain();
  const sizes = rig.journal.records.map((record) => record.payload.length);
  const counts = rig.released.map((batch) => batch.outcomes.length);
  // Each of the twelve is written twice, as command and as event.
  expect(counts).toEqual([4, 4, 4, 1, 1]);
  expect(sizes.filter((size) => size > BATCH_PAYLOAD_MAX)).toHaveLength(1);
  expect(rig.state.markets).toHaveLength(14);
});

test('sequencer: a full queue refuses, and takes again once it has been worked off', async () => {
  const rig = new Rig({ queueDepthMax: 3 });
  const command: Command = { kind: 'SetMode', mode: 'open' };
  rig.enqueue(command, command, command);
  expect(() => rig.enqueue(command)).toThrow(ExchangeUnavailable);
  await rig.sequencer.drain();
  rig.enqueue(command);
});

test('sequencer: stamps never go back though the clock does', async () => {
  const rig = new Rig();
  for (const offset of [0, 50, -4_000, 10, 60]) {
    rig.nowMs = START_MS + offset;
    await rig.run({ kind: 'SetMode', mode: rig.state.mode === 'open' ? 'cancel_only' : 'open' });
  }
  expect(rig.entries().map(({ timeMs }) => timeMs - START_MS)).toEqual([0, 0, 50, 50, 50, 60]);
});

test('sequencer: an expired order is cancelled before a later command can meet it [E10]', async () => {
  const rig = new Rig();
  await rig.run(...setUpCommands(2, 1));
  const expiration = START_MS / 1000 + 100;
  await rig.run(placeOrder({ salt: 1, account: 0, price: 5000, shares: 10, type: 'GTD', expiration }));
  rig.nowMs = expiration * 1000 - 1;
  expect(rig.sequencer.hasWork()).toBe(false);
  rig.nowMs += 1;
  expect(rig.sequencer.hasWork()).toBe(true);
  await rig.run(placeOrder({ salt: 2, account: 1, outcome: 1, price: 5000, shares: 10 }));
  expect(rig.kinds().slice(-2)).toEqual(['ExpireOrders', 'PlaceOrder']);
  expect([rig.state.openOrders.size, rig.sequencer.hasWork()]).toEqual([1, false]);
});

test('sequencer: an idle exchange expires too, in bounded steps', async () => {
  const rig = new Rig();
  await rig.run(...setUpCommands(1, 1));
  const expiration = START_MS / 1000 + 100;
  await rig.run(...placeOrders(450, 0, (salt) => ({ type: 'GTD', expiration: expiration + (salt % 2) })));
  rig.nowMs = (expiration + 5) * 1000;
  await rig.runPending();
  expect(rig.state.openOrders.size).toBe(0);
  expect(rig.kinds().filter((kind) => kind === 'ExpireOrders')).toHaveLength(4);
  assertInvariants(rig.state);
});

test('sequencer: the end of trading goes before a later command, in steps that leave room for users [E25]', async () => {
  const rig = new Rig();
  await rig.run(...setUpCommands(3, 2));
  const closeTimeMs = START_MS + 60_000;
  await rig.run({ kind: 'UpdateMarket', market: marketId(0), changes: { closeTimeMs } });
  await rig.run(...placeOrders(1_500, 0, (salt) => ({ account: salt % 2 })));
  rig.nowMs = closeTimeMs - 1;
  expect(rig.sequencer.hasWork()).toBe(false);
  rig.nowMs = closeTimeMs;
  expect(rig.sequencer.hasWork()).toBe(true);
  rig.released.length = 0;
  rig.enqueue(...placeOrders(1, 5_000, () => ({ account: 2 })));
  rig.enqueue(...placeOrders(400, 10_000, () => ({ account: 2, market: 1 })));
  await rig.sequencer.step();
  const kinds = kindsOf(rig.released[0]?.record);
  expect(kinds.slice(0, 5)).toEqual(['EndTrading', 'EndTrading', 'EndTrading', 'EndTrading', 'PlaceOrder']);
  expect(kinds.filter((kind) => kind === 'EndTrading')).toHaveLength(4);
  expect(rig.released[0]?.outcomes[0]).toMatchObject({ kind: 'reject', code: 'trading_ended' });
  await rig.runPending();
  expect(rig.state.openOrders.size).toBe(400);
  expect(rig.kinds().filter((kind) => kind === 'EndTrading')).toHaveLength(9);
  assertInvariants(rig.state);
});

test('sequencer: settlement of a large market and user commands take turns', async () => {
  const rig = new Rig();
  await rig.run(...setUpCommands(3, 2));
  await rig.run(...placeOrders(700, 0, (salt) => ({ account: salt % 2 })));
  await rig.run({ kind: 'ResolveMarket', market: marketId(0), payouts: [10_000, 0] });
  rig.released.length = 0;
  rig.enqueue(...placeOrders(1_000, 10_000, () => ({ account: 2, market: 1 })));
  await rig.sequencer.step();
  const kinds = kindsOf(rig.released[0]?.record);
  expect(kinds.filter((kind) => kind === 'SettleMarket')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'PlaceOrder')).toHaveLength(BATCH_COMMANDS_MAX - 1);
  await rig.sequencer.drain();
  await rig.runPending();
  expect([rig.state.markets[0]?.status, rig.state.openOrders.size]).toEqual(['resolved', 1_000]);
  assertInvariants(rig.state);
});

test('sequencer: its rules are adopted before anything is decided by them, once', async () => {
  const rig = new Rig();
  expect(rig.sequencer.hasWork()).toBe(true);
  await rig.run({ kind: 'SetMode', mode: 'cancel_only' });
  expect(rig.kinds()).toEqual(['AdoptRules', 'SetMode']);
  expect(rig.state.rules).toBe(RULES_VERSION);
  expect(rig.sequencer.hasWork()).toBe(false);
});

test('sequencer: a journal decided by rules it does not know is refused', () => {
  const state = { ...createState(), rules: RULES_VERSION + 1 };
  expect(() => new Rig({ state })).toThrow(/start the version that wrote it/);
});

test('sequencer: replaying its journal gives its state', async () => {
  const rig = new Rig();
  await rig.run(...setUpCommands(4, 3));
  await rig.run(...takeCommands(sampleTraffic(seededRandom(11), { accounts: 4, markets: 3, firstSalt: 1 }), 3_000));
  await rig.run({ kind: 'ResolveMarket', market: marketId(1), payouts: [5_000, 5_000] });
  await rig.runPending();
  assertInvariants(rig.state);
  const recovered = await recover(rig.journal, () => []);
  expect(hashState(recovered.state)).toBe(hashState(rig.state));
  expect(recovered.head).toEqual(rig.sequencer.head);
});
