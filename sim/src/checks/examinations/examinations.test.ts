/** Each examination passes a sound end of a run and finds the problem in one that was damaged by hand. */
import { hashState, type Keeps, RULES_VERSION, type State } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { NO_STORED_ORDERS } from '@bellwether/ledger/log/order-archive.ts';
import { snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import { chainHash, entryLine } from '@bellwether/ledger/record/record-text.ts';
import { type ChainedEntry, GENESIS_HASH, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { StoredSnapshot } from '@bellwether/ports/snapshots.ts';
import { openStore, type Store } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { createProjectionRunner } from '@bellwether/read-model/runner.ts';
import { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { createDice } from '../../dice/dice.ts';
import { ALL_FEATURES } from '../../features/table.ts';
import { AuditedLog } from '../audited-log.ts';
import type { EndOfRun, Examine } from './examination.ts';
import { examineFollowers, verifyAgain } from './examine.ts';
import { examineRows, examineRowsNaively } from './rows.ts';
import { examineSnapshots } from './snapshots.ts';

const opened: Store[] = [];
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

interface Ending {
  readonly end: EndOfRun;
  readonly log: AuditedLog;
  readonly store: Store;
  readonly follower: { readonly state: State; readonly head: { sequence: number; hash: string } };
  readonly snapshot: StoredSnapshot;
  readonly records: JournalRecord[];
}

/** A venue at the end of a run, with orders placed, matched and cancelled. */
function ending(seed = 1): Ending {
  const venue = new RecordedVenue();
  venue.must({ kind: 'AdoptRules', version: RULES_VERSION });
  venue.openAccounts(2);
  venue.addMarkets(2);
  for (let at = 0; at < 12; at++) {
    venue.place({ trader: 0, market: at % 2, side: 'BUY', price: 4_000 + 100 * at, shares: 5 });
    venue.place({ trader: 1, market: at % 2, outcome: 1, side: 'BUY', price: 5_500, shares: 8 });
  }
  const { entries } = venue;
  const records = [...venue.records];
  const head = { sequence: entries.length, hash: entries.at(-1)?.hash ?? GENESIS_HASH };
  const log = new AuditedLog();
  log.take({ kind: 'logged', epoch: 1, entries, atMs: 0, previousHash: GENESIS_HASH, bytes: 0 });
  const store = storeOf(venue);
  const snapshot = snapshotAt(entries, 10);
  const keeps: Keeps = {};
  const dice = createDice(seed);
  const world: EndOfRun['world'] = { dice, keeps, features: ALL_FEATURES, count: () => undefined };
  const follower = { state: folded(entries).state as State, head };
  const followers = [{ name: 'a gateway', ...follower, archive: null }];
  const snapshots = () => [{ ...snapshot, snapshot: structuredClone(snapshot.snapshot) }];
  const end: EndOfRun = { world, log, records, entries, followers, store, snapshots };
  return { end, log, store, follower, snapshot, records };
}

function folded(entries: readonly ChainedEntry[]): Follower {
  const follower = new Follower(emptyStart());
  follower.fold(entries, GENESIS_HASH);
  return follower;
}

function storeOf({ entries, state, prices }: RecordedVenue): Store {
  const store = openStore(':memory:');
  opened.push(store);
  const runner = createProjectionRunner(store, ALL_PROJECTIONS);
  runner.write(entries, GENESIS_HASH, { state, prices });
  return store;
}

function snapshotAt(entries: readonly ChainedEntry[], sequence: number): StoredSnapshot {
  const { state, head } = folded(entries.slice(0, sequence));
  const [snapshot, mark] = snapshotOf(state, head);
  return { ...mark, snapshot: structuredClone(snapshot), runs: [], openOrders: () => NO_STORED_ORDERS };
}

/** The same record with another first event and a matching chain value. */
function altered({ firstSequence, lastSequence, previousHash }: JournalRecord, entry: ChainedEntry): JournalRecord {
  const line = entryLine(entry.sequence, entry.timeMs, JSON.stringify(entry.command), JSON.stringify(entry.events));
  return { firstSequence, lastSequence, previousHash, hash: chainHash(previousHash, line), payload: `${line}\n` };
}

const DAMAGES: readonly (readonly [what: string, examine: Examine, damage: (ending: Ending) => unknown])[] = [
  ['a follower that is behind', examineFollowers, ({ follower }) => Object.assign(follower.head, { sequence: 1 })],
  [
    'a follower with another balance',
    examineFollowers,
    ({ follower }) => Object.assign(follower.state.wallets[0] ?? {}, { free: 1 }),
  ],
  [
    'a follower that has forgotten something which no balance shows',
    examineFollowers,
    ({ follower }) => Object.assign(follower.state.lastCatalogIds, { event: 77 }),
  ],
  [
    'a snapshot with another balance',
    examineSnapshots,
    ({ snapshot }) => Object.assign((snapshot.snapshot as { totals: object }).totals, { fees: 5 }),
  ],
  [
    'a snapshot of another entry',
    examineSnapshots,
    ({ snapshot }) => Object.assign(snapshot, { hash: '0'.repeat(64) }),
  ],
  [
    'a row that is changed',
    examineRows,
    ({ store }) => store.exec('UPDATE orders SET matched_micros = matched_micros + 1 WHERE number = 3'),
  ],
  ['a row that is gone', examineRows, ({ store }) => store.exec('DELETE FROM orders WHERE number = 3')],
  [
    'a row that is changed, for the naive fold',
    examineRowsNaively,
    ({ store }) => store.exec('UPDATE positions SET shares_micros = shares_micros + 1'),
  ],
  [
    'an order that was accepted otherwise than it is decided',
    verifyAgain,
    ({ end, records }) => {
      const last = end.entries.at(-1) as ChainedEntry;
      const events = last.events.map((event) => (event.kind === 'OrderAccepted' ? { ...event, builder: 'x' } : event));
      records.splice(-1, 1, altered(records.at(-1) as JournalRecord, { ...last, events }));
    },
  ],
];

/** Returns what the examination reports or throws. */
function found(examine: Examine, { end }: Ending): string | null {
  try {
    return examine(end);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('examinations of a run that is over', () => {
  test.each(DAMAGES)('%s is found [D51]', (_what, examine, damage) => {
    const sound = ending();
    expect(found(examine, sound)).toBeNull();
    const damaged = ending();
    damage(damaged);
    expect(found(examine, damaged)).not.toBeNull();
  });

  test('rows are the same in whatever batches they were written', () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) expect(found(examineRows, ending(seed))).toBeNull();
  });

  test('the endings that are damaged have trades, and a snapshot that is not at their end', () => {
    const { end, snapshot, log } = ending();
    expect(end.entries.some(({ events }) => events.some(({ kind }) => kind === 'TradeExecuted'))).toBe(true);
    expect(snapshot.sequence).toBeLessThan(log.end);
    expect(hashState(log.state)).toBe(hashState(end.followers[0]?.state as State));
  });
});
