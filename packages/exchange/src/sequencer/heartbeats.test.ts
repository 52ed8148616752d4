import {
  accountId,
  type Command,
  HEARTBEAT_TIMEOUT_MS,
  restoreSnapshot,
  STEPS_PER_COMMAND_MAX,
  takeSnapshot,
} from '@bellwether/engine';
import { MemoryJournal } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { recover } from '@bellwether/ledger/log/recovery.ts';
import { describe, expect, test } from 'vitest';
import { BATCH_COMMANDS_MAX, TIMER_STEPS_PER_BATCH_MAX } from './limits.ts';
import { Rig, START_MS } from './testing/rig.ts';
import { placeOrder, placeOrders, setUpCommands } from './testing/sample-venue.ts';

async function withKeys(accounts: number): Promise<Rig> {
  const rig = new Rig();
  await rig.run(...setUpCommands(accounts, 1));
  for (let account = 0; account < accounts; account++)
    await rig.run({ kind: 'IssueApiKey', account: accountId(account), apiKey: `key-${account}`, nonce: '0' });
  return rig;
}

/** The next run a day later, as after a crash: with the state from the journal, or from a snapshot of this very moment. */
async function restarted(before: Rig, from: 'journal' | 'snapshot'): Promise<Rig> {
  const { records } = before.journal;
  const { state, head } = await recover(new MemoryJournal([...records]), () => []);
  const snapshot = structuredClone(takeSnapshot(before.state));
  const rig = new Rig({ records, state: from === 'journal' ? state : restoreSnapshot(snapshot), head });
  rig.nowMs = START_MS + 86_400_000;
  return rig;
}

function beat(account: number, heartbeatId: string | null, nextId: string): Command {
  return { kind: 'Beat', account: accountId(account), apiKey: `key-${account}`, heartbeatId, nextId };
}

test('sequencer: an idle exchange notes a miss in the millisecond in which it is one', async () => {
  const rig = await withKeys(1);
  await rig.run(beat(0, null, 'a'), placeOrder({ salt: 1, account: 0, price: 4000, shares: 10 }));
  rig.nowMs += HEARTBEAT_TIMEOUT_MS - 1;
  expect(rig.sequencer.hasWork()).toBe(false);
  rig.nowMs += 1;
  expect(rig.sequencer.hasWork()).toBe(true);
  await rig.runPending();
  expect([rig.kinds().slice(-2), rig.state.openOrders.size]).toEqual([['ExpireHeartbeats', 'ExpireHeartbeats'], 0]);
  rig.check();
});

test('sequencer: a miss goes before the next user command, which cannot meet what it ended', async () => {
  const rig = await withKeys(2);
  await rig.run(beat(0, null, 'a'), placeOrder({ salt: 1, account: 0, price: 5000, shares: 10 }));
  rig.nowMs += HEARTBEAT_TIMEOUT_MS;
  await rig.run(placeOrder({ salt: 2, account: 1, outcome: 1, price: 5000, shares: 10 }), beat(0, 'a', 'b'));
  expect(rig.kinds().slice(-3)).toEqual(['ExpireHeartbeats', 'ExpireHeartbeats', 'PlaceOrder']);
  expect([...rig.state.openOrders.values()].map(({ account }) => account)).toEqual([1]);
  rig.check();
});

test('sequencer: many orders of a missed key and user commands take turns', async () => {
  const rig = await withKeys(2);
  const count = STEPS_PER_COMMAND_MAX * (TIMER_STEPS_PER_BATCH_MAX + 1);
  await rig.run(beat(0, null, 'a'));
  await rig.run(...placeOrders(count));
  rig.nowMs += HEARTBEAT_TIMEOUT_MS;
  const before = rig.kinds().length;
  rig.enqueue(...placeOrders(BATCH_COMMANDS_MAX, 50_000, () => ({ account: 1 })));
  await rig.sequencer.step();
  const batch = rig.kinds().slice(before);
  expect(batch).toHaveLength(BATCH_COMMANDS_MAX);
  expect(batch.filter((kind) => kind === 'ExpireHeartbeats')).toHaveLength(TIMER_STEPS_PER_BATCH_MAX);
  expect(rig.state.openOrders.size).toBeGreaterThan(STEPS_PER_COMMAND_MAX);
  await rig.runPending();
  expect(rig.state.openOrders.size).toBe(BATCH_COMMANDS_MAX);
  rig.check();
});

describe.each(['journal', 'snapshot'] as const)('sequencer: heartbeats after a restart from the %s', (from) => {
  test('sequencer: armed keys miss nothing before the venue is open, and have one fresh period from then on [D17]', async () => {
    const before = await withKeys(2);
    await before.run(beat(0, null, 'a'), beat(1, null, 'b'));
    for (const account of [0, 1]) await before.run(placeOrder({ salt: account, account, price: 3000, shares: 5 }));
    const rig = await restarted(before, from);
    expect(rig.sequencer.hasWork()).toBe(false);
    await rig.run({ kind: 'SetMode', mode: 'post_only' });
    rig.nowMs += 60_000;
    rig.sequencer.open();
    expect(rig.sequencer.hasWork()).toBe(true);
    await rig.runPending();
    expect(rig.kinds().slice(-2)).toEqual(['SetMode', 'RenewHeartbeats']);
    rig.nowMs += HEARTBEAT_TIMEOUT_MS - 1;
    // The id from before the restart is still valid.
    await rig.run(beat(1, 'b', 'c'));
    rig.sequencer.open();
    expect(rig.sequencer.hasWork()).toBe(false);
    rig.nowMs += 1;
    await rig.runPending();
    expect([...rig.state.openOrders.values()].map(({ account }) => account)).toEqual([1]);
    expect(rig.state.heartbeats.get('key-0')).toBeNull();
    expect(rig.kinds().filter((kind) => kind === 'RenewHeartbeats')).toHaveLength(1);
    expect(rig.state.mode).toBe('post_only');
    rig.check();
  });

  test('sequencer: the renewal goes before any user command', async () => {
    const before = await withKeys(1);
    await before.run(beat(0, null, 'a'));
    const rig = await restarted(before, from);
    rig.sequencer.open();
    await rig.run(beat(0, 'a', 'b'));
    expect(rig.kinds().slice(-2)).toEqual(['RenewHeartbeats', 'Beat']);
    rig.check();
  });

  test('sequencer: without armed keys there is nothing to renew; what was being cancelled goes on', async () => {
    const before = await withKeys(1);
    await before.run(beat(0, null, 'a'));
    await before.run(...placeOrders(STEPS_PER_COMMAND_MAX * (TIMER_STEPS_PER_BATCH_MAX + 1)));
    before.nowMs += HEARTBEAT_TIMEOUT_MS;
    await before.sequencer.step();
    const rig = await restarted(before, from);
    expect(rig.state.openOrders.size).toBe(STEPS_PER_COMMAND_MAX * 2);
    await rig.runPending();
    expect(rig.state.openOrders.size).toBe(0);
    rig.sequencer.open();
    expect(rig.sequencer.hasWork()).toBe(false);
    expect(rig.kinds()).not.toContain('RenewHeartbeats');
    rig.check();
  });
});
