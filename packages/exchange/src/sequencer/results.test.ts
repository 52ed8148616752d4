import { type Command, type MarketId, nextTimerMs } from '@bellwether/engine';
import { MemoryJournal } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { recover } from '@bellwether/ledger/log/recovery.ts';
import { expect, test } from 'vitest';
import { Rig } from './testing/rig.ts';
import { setUpCommands } from './testing/sample-venue.ts';

const HOUR_MS = 3_600_000;
const market = 0 as MarketId;
const propose = (windowMs: number): Command => ({
  ...{ kind: 'ProposeResult', scope: { market }, result: { kind: 'payouts', payouts: [10_000, 0] } },
  ...{ source: '', note: '', windowMs, by: 'operator' },
});

async function proposed(windowMs = HOUR_MS): Promise<Rig> {
  const rig = new Rig();
  await rig.run(...setUpCommands(2, 1), propose(windowMs));
  return rig;
}

test('sequencer: a window ends in the millisecond in which it does, and the result is paid', async () => {
  const rig = await proposed();
  expect(nextTimerMs(rig.state)).toBe(rig.nowMs + HOUR_MS);
  rig.nowMs += HOUR_MS - 1;
  expect(rig.sequencer.hasWork()).toBe(false);
  rig.nowMs += 1;
  await rig.runPending();
  expect(rig.kinds().slice(-2)).toEqual(['ConfirmResults', 'SettleMarket']);
  expect(rig.state.markets[market]?.status).toBe('resolved');
  rig.check();
});

test('sequencer: an end goes before the next user command, and a disputed proposal has none', async () => {
  const late = await proposed();
  late.nowMs += HOUR_MS;
  await late.run({ kind: 'DisputeResult', market, account: null, reason: 'too late' });
  expect([late.kinds().at(-1), late.outcomes().at(-1)]).toEqual(['ConfirmResults', 'reject']);
  const disputed = await proposed();
  await disputed.run({ kind: 'DisputeResult', market, account: null, reason: 'not so' });
  disputed.nowMs += HOUR_MS;
  expect([disputed.sequencer.hasWork(), nextTimerMs(disputed.state)]).toEqual([false, null]);
  disputed.check();
});

test('sequencer: a run from the journal has the proposals of the run before, and ends them', async () => {
  const before = await proposed();
  const { records } = before.journal;
  const { state, head } = await recover(new MemoryJournal([...records]), () => []);
  const rig = new Rig({ records, state, head });
  rig.nowMs = before.nowMs + HOUR_MS;
  await rig.runPending();
  expect(rig.state.markets[market]?.status).toBe('resolved');
  rig.check();
});
