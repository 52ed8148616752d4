import {
  type AddKey,
  accountId,
  address,
  type PlaceOrder,
  restoreSnapshot,
  takeSnapshot,
  walletId,
} from '@bellwether/engine';
import { MemoryJournal } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { recover } from '@bellwether/ledger/log/recovery.ts';
import { expect, test } from 'vitest';
import { Rig, START_MS } from './testing/rig.ts';
import { placeOrder, setUpCommands } from './testing/sample-venue.ts';

const SECONDS = 100;
/** The second account as a key of the first one's wallet. */
const KEY: AddKey = {
  kind: 'AddKey',
  account: accountId(0),
  wallet: walletId(0),
  key: address(`0x${'3'.padStart(40, '0')}`),
  label: '',
  scopes: ['CLOB'],
  expiration: START_MS / 1000 + SECONDS,
};
const ofKey = (salt: number): PlaceOrder => ({
  ...placeOrder({ salt, account: 1, price: 4_000, shares: 10 }),
  wallet: walletId(0),
});

async function withKey(): Promise<Rig> {
  const rig = new Rig();
  await rig.run(...setUpCommands(2, 1), KEY, ofKey(1), placeOrder({ salt: 2, account: 0, price: 4_000, shares: 10 }));
  expect(rig.state.openOrders.size).toBe(2);
  return rig;
}

const open = ({ state }: Rig): number[] => [...state.openOrders.values()].map(({ account }) => account);

test('sequencer: a key ends in the millisecond in which it does, with its orders, in one entry', async () => {
  const rig = await withKey();
  rig.nowMs += SECONDS * 1_000 - 1;
  expect(rig.sequencer.hasWork()).toBe(false);
  rig.nowMs += 1;
  expect(rig.sequencer.hasWork()).toBe(true);
  await rig.runPending();
  expect(rig.entries().at(-1)).toMatchObject({
    command: { kind: 'EndKeys' },
    events: [{ kind: 'KeyEnded' }, { kind: 'OrderCanceled', order: 0, reason: 'key_ended' }],
  });
  expect(open(rig)).toEqual([0]);
  rig.check();
});

test('sequencer: an end goes before the next user command, and a key that was removed has none', async () => {
  const rig = await withKey();
  rig.nowMs += SECONDS * 1_000;
  await rig.run(ofKey(3));
  expect([rig.kinds().at(-1), rig.outcomes().at(-1), open(rig)]).toEqual(['EndKeys', 'reject', [0]]);
  const { kind: _, label: _label, scopes: _scopes, expiration: _end, ...key } = KEY;
  await rig.run({ kind: 'RevokeKey', ...key });
  rig.nowMs += SECONDS * 1_000;
  expect(rig.sequencer.hasWork()).toBe(false);
  rig.check();
});

test.each(['journal', 'snapshot'] as const)(
  'sequencer: a run from the %s has the keys of the run before, and ends them',
  async (from) => {
    const before = await withKey();
    const { records } = before.journal;
    const { state, head } = await recover(new MemoryJournal([...records]), () => []);
    const snapshot = structuredClone(takeSnapshot(before.state));
    const rig = new Rig({ records, state: from === 'journal' ? state : restoreSnapshot(snapshot), head });
    await rig.run(ofKey(3));
    expect(open(rig)).toEqual([1, 0, 1]);
    rig.nowMs = START_MS + SECONDS * 1_000;
    await rig.runPending();
    expect(open(rig)).toEqual([0]);
    rig.check();
  },
);
