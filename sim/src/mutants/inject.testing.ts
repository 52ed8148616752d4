/** For the test of `inject.ts`: what the engine says to a bid at the highest price on the grid, with a bug or without. */
import { inject } from './inject.ts';
import { mutantNamed } from './table.ts';

const [name] = process.argv.slice(2);
const injection = name === undefined ? null : inject(mutantNamed(name));
const { createState, applyEntry, decide } = await import('@bellwether/engine');
const { placeOrder, setUpCommands } = await import('@bellwether/server/sequencer/testing/sample-venue.ts');

const state = createState();
const stampOf = (): { sequence: number; timeMs: number } => ({
  sequence: state.sequence + 1,
  timeMs: 1_700_000_000_000,
});
for (const command of setUpCommands(1, 1)) {
  const decision = decide(state, command, stampOf());
  if (decision.kind === 'accepted') applyEntry(state, { ...stampOf(), command, events: decision.events });
}
const bid = placeOrder({ salt: 1, account: 0, price: 9_900, shares: 5 });
const decision = decide(state, bid, stampOf());
console.log(JSON.stringify({ isLoaded: injection?.isLoaded ?? null, kind: decision.kind }));
