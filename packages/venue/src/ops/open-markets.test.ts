import { applyEntry, type Command, createState, decide, marketId, type State } from '@bellwether/engine';
import { setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { expect, test } from 'vitest';
import { OpenMarkets } from './open-markets.ts';

const walk = (state: Readonly<State>): number => state.markets.filter(({ closed }) => !closed).length;

test('metrics: open markets counted entry by entry are those of a walk over all of them', () => {
  const state = createState();
  const counted = new OpenMarkets(state);
  const seen: number[] = [];
  const take = (command: Command): void => {
    const decision = decide(state, command, { sequence: state.sequence + 1, timeMs: 1_000 });
    if (decision.kind !== 'accepted') return expect.unreachable(JSON.stringify(decision));
    const entry = { sequence: state.sequence + 1, timeMs: 1_000, command, events: decision.events, hash: '' };
    applyEntry(state, entry);
    counted.take([entry as ChainedEntry], state);
    expect(counted.count).toBe(walk(state));
    expect(new OpenMarkets(state).count).toBe(walk(state));
    seen.push(counted.count);
  };
  for (const command of setUpCommands(1, 3)) take(command);
  take({ kind: 'UpdateMarket', market: marketId(0), changes: { closed: true } });
  take({ kind: 'ResolveMarket', market: marketId(1), payouts: [10_000, 0] });
  take({ kind: 'UpdateMarket', market: marketId(0), changes: { closed: false } });
  expect(seen).toEqual([0, 3, 2, 1, 2]);
});
