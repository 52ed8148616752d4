/** Heartbeats in the sequencer: when misses are noted, in which order timers and commands run, and what a restart does. */
import {
  accountId,
  applyEntry,
  assertInvariants,
  type Command,
  createState,
  HEARTBEAT_TIMEOUT_MS,
  hashState,
  restoreSnapshot,
  STEPS_PER_COMMAND_MAX,
  type State,
  takeSnapshot,
} from '@bellwether/engine';
import { describe, expect, test } from 'vitest';
import { MemoryJournal } from '../adapters/journal-memory/memory-journal.ts';
import { recover } from '../log/recovery.ts';
import { GENESIS_HASH, type JournalRecord } from '../ports/journal.ts';
import { entriesOfRecord } from '../record/journal-record.ts';
import { BATCH_COMMANDS_MAX, TIMER_STEPS_PER_BATCH_MAX } from './limits.ts';
import { Sequencer } from './sequencer.ts';
import { placeOrder, setUpCommands } from './testing/sample-venue.ts';

const START_MS = 1_700_000_000_000;

/** One run of an exchange on a journal in memory; `restarted` is the next one. */
class Run {
  readonly state: State;
  readonly journal: MemoryJournal;
  readonly sequencer: Sequencer;
  nowMs: number;
  #nextId = 0;

  constructor(
    records: readonly JournalRecord[],
    state: State,
    head = { sequence: 0, hash: GENESIS_HASH },
    nowMs = START_MS,
  ) {
    this.journal = new MemoryJournal([...records]);
    this.state = state;
    this.nowMs = nowMs;
    const clock = (): number => this.nowMs;
    this.sequencer = new Sequencer({ state, head, log: this.journal, clock, release: () => undefined });
  }

  static async first(accounts: number): Promise<Run> {
    const run = new Run([], createState());
    await run.do(...setUpCommands(accounts, 1));
    for (let account = 0; account < accounts; account++) {
      await run.do({ kind: 'IssueApiKey', account: accountId(account), apiKey: `key-${account}`, nonce: '0' });
    }
    return run;
  }

  /** The next run, as after a crash: with the state from the journal, or from a snapshot of this very moment. */
  async restarted(nowMs: number, from: 'journal' | 'snapshot' = 'journal'): Promise<Run> {
    const { records } = this.journal;
    const { state, head } = await recover(new MemoryJournal([...records]), () => []);
    const snapshot = structuredClone(takeSnapshot(this.state));
    return new Run(records, from === 'journal' ? state : restoreSnapshot(snapshot), head, nowMs);
  }

  enqueue(...commands: readonly Command[]): void {
    for (const command of commands) this.sequencer.enqueue({ id: this.#nextId++, json: JSON.stringify(command) });
  }

  async do(...commands: readonly Command[]): Promise<void> {
    this.enqueue(...commands);
    await this.sequencer.drain();
  }

  async settle(): Promise<void> {
    for (let steps = 0; this.sequencer.hasWork(); steps++) {
      expect(steps).toBeLessThan(100);
      await this.sequencer.step();
    }
  }

  kinds(): string[] {
    return this.journal.records.flatMap((record) => entriesOfRecord(record, null)).map((entry) => entry.command.kind);
  }

  /** Checks that replaying the journal leads to the same state. */
  check(): void {
    const replayed = createState();
    for (const record of this.journal.records) {
      for (const entry of entriesOfRecord(record, null)) applyEntry(replayed, entry);
    }
    expect(hashState(replayed)).toBe(hashState(this.state));
    assertInvariants(this.state);
  }
}

const beat = (account: number, heartbeatId: string | null, nextId: string): Command => ({
  kind: 'Beat',
  account: accountId(account),
  apiKey: `key-${account}`,
  heartbeatId,
  nextId,
});

describe('sequencer: heartbeats', () => {
  test('sequencer: an idle exchange notes a miss in the millisecond in which it is one', async () => {
    const run = await Run.first(1);
    await run.do(beat(0, null, 'a'), placeOrder({ salt: 1, account: 0, price: 4000, shares: 10 }));
    run.nowMs += HEARTBEAT_TIMEOUT_MS - 1;
    expect(run.sequencer.hasWork()).toBe(false);
    run.nowMs += 1;
    expect(run.sequencer.hasWork()).toBe(true);
    await run.settle();
    expect(run.kinds().slice(-2)).toEqual(['ExpireHeartbeats', 'ExpireHeartbeats']);
    expect(run.state.openOrders.size).toBe(0);
    run.check();
  });

  test('sequencer: a miss goes before the next user command, which cannot meet what it ended', async () => {
    const run = await Run.first(2);
    await run.do(beat(0, null, 'a'), placeOrder({ salt: 1, account: 0, price: 5000, shares: 10 }));
    run.nowMs += HEARTBEAT_TIMEOUT_MS;
    await run.do(placeOrder({ salt: 2, account: 1, outcome: 1, price: 5000, shares: 10 }), beat(0, 'a', 'b'));
    expect(run.kinds().slice(-3)).toEqual(['ExpireHeartbeats', 'ExpireHeartbeats', 'PlaceOrder']);
    expect([...run.state.openOrders.values()].map(({ account }) => account)).toEqual([1]);
    run.check();
  });

  test('sequencer: a key that beats in time keeps its orders for ever', async () => {
    const run = await Run.first(1);
    await run.do(beat(0, null, '0'), placeOrder({ salt: 1, account: 0, price: 5000, shares: 10 }));
    for (let round = 0; round < 5; round++) {
      run.nowMs += HEARTBEAT_TIMEOUT_MS - 1;
      await run.settle();
      await run.do(beat(0, `${round}`, `${round + 1}`));
    }
    expect(run.kinds()).not.toContain('ExpireHeartbeats');
    expect(run.state.openOrders.size).toBe(1);
    run.check();
  });

  test('sequencer: many orders of a missed key and user commands take turns', async () => {
    const run = await Run.first(2);
    const count = STEPS_PER_COMMAND_MAX * (TIMER_STEPS_PER_BATCH_MAX + 1);
    await run.do(beat(0, null, 'a'));
    await run.do(
      ...Array.from({ length: count }, (_, salt) => placeOrder({ salt, account: 0, price: 3000, shares: 5 })),
    );
    run.nowMs += HEARTBEAT_TIMEOUT_MS;
    const before = run.kinds().length;
    run.enqueue(
      ...Array.from({ length: BATCH_COMMANDS_MAX }, (_, index) =>
        placeOrder({ salt: 50_000 + index, account: 1, price: 3000, shares: 5 }),
      ),
    );
    await run.sequencer.step();
    const batch = run.kinds().slice(before);
    expect(batch).toHaveLength(BATCH_COMMANDS_MAX);
    expect(batch.filter((kind) => kind === 'ExpireHeartbeats')).toHaveLength(TIMER_STEPS_PER_BATCH_MAX);
    expect(run.state.openOrders.size).toBeGreaterThan(STEPS_PER_COMMAND_MAX);
    await run.settle();
    expect(run.state.openOrders.size).toBe(BATCH_COMMANDS_MAX);
    run.check();
  });
});

describe.each(['journal', 'snapshot'] as const)('sequencer: heartbeats after a restart from the %s', (from) => {
  test('sequencer: armed keys miss nothing before the venue is open, and have one fresh period from then on [D17]', async () => {
    const before = await Run.first(2);
    await before.do(beat(0, null, 'a'), beat(1, null, 'b'));
    for (const account of [0, 1]) await before.do(placeOrder({ salt: account, account, price: 3000, shares: 5 }));
    const run = await before.restarted(START_MS + 86_400_000, from);
    expect(run.sequencer.hasWork()).toBe(false);
    await run.do({ kind: 'SetMode', mode: 'post_only' });
    run.nowMs += 60_000;
    run.sequencer.open();
    expect(run.sequencer.hasWork()).toBe(true);
    await run.settle();
    expect(run.kinds().slice(-2)).toEqual(['SetMode', 'RenewHeartbeats']);
    run.nowMs += HEARTBEAT_TIMEOUT_MS - 1;
    // The id from before the restart is still valid.
    await run.do(beat(1, 'b', 'c'));
    run.sequencer.open();
    expect(run.sequencer.hasWork()).toBe(false);
    run.nowMs += 1;
    await run.settle();
    expect([...run.state.openOrders.values()].map(({ account }) => account)).toEqual([1]);
    expect(run.state.heartbeats.get('key-0')).toBeNull();
    expect(run.kinds().filter((kind) => kind === 'RenewHeartbeats')).toHaveLength(1);
    expect(run.state.mode).toBe('post_only');
    run.check();
  });

  test('sequencer: the renewal goes before any user command', async () => {
    const before = await Run.first(1);
    await before.do(beat(0, null, 'a'));
    const run = await before.restarted(START_MS + 86_400_000, from);
    run.sequencer.open();
    await run.do(beat(0, 'a', 'b'));
    expect(run.kinds().slice(-2)).toEqual(['RenewHeartbeats', 'Beat']);
    run.check();
  });

  test('sequencer: without armed keys there is nothing to renew; what was being cancelled goes on', async () => {
    const before = await Run.first(1);
    await before.do(beat(0, null, 'a'));
    await before.do(
      ...Array.from({ length: STEPS_PER_COMMAND_MAX * (TIMER_STEPS_PER_BATCH_MAX + 1) }, (_, salt) =>
        placeOrder({ salt, account: 0, price: 3000, shares: 5 }),
      ),
    );
    before.nowMs += HEARTBEAT_TIMEOUT_MS;
    await before.sequencer.step();
    const run = await before.restarted(START_MS + 86_400_000, from);
    expect(run.state.openOrders.size).toBe(STEPS_PER_COMMAND_MAX * 2);
    await run.settle();
    expect(run.state.openOrders.size).toBe(0);
    run.sequencer.open();
    expect(run.sequencer.hasWork()).toBe(false);
    expect(run.kinds()).not.toContain('RenewHeartbeats');
    run.check();
  });
});
