import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askingCommand } from './testing/asking-commands.ts';
import { Dice } from './testing/dice.ts';
import { forAll } from './testing/runs.ts';
import { Shadow, unseen } from './testing/shadow.ts';

/** Generates commands from seeds, with a restart half way. */
function run(seeds: readonly number[]): Shadow {
  let shadow = Shadow.opened();
  let { timeMs } = shadow.state;
  seeds.forEach((seed, index) => {
    const dice = new Dice(seed);
    timeMs += dice.pick([0, 0, 0, 1, 50, dice.once(200) ? 60_000 : 1, dice.once(200) ? 59_999 : 0]);
    const { asking, markets } = shadow.state;
    const counts = { markets: markets.length, suggestions: asking.suggestionCount, orders: index + 1 };
    const command = askingCommand(dice, timeMs, counts);
    shadow.execute({ command, timeMs });
    if (seed % 16 === 0 || index === seeds.length - 1) shadow.compareCopies(command);
    if (index === seeds.length >> 1) shadow = shadow.restarted();
  });
  return shadow;
}

test('asking: decides as the oracle does, and its events and snapshots are its state', () => {
  const seeds = fc.array(fc.noBias(fc.nat()), { minLength: 1, maxLength: 150, size: 'max' });
  forAll(25, [seeds], (list) => void run(list));
});

const CORNERS: readonly string[] = `
  accepted AddClarification, accepted AddSuggestion, accepted DecideSuggestion, accepted OpenTrading,
  accepted UpdateCatalogEvent, accepted UpdateMarket, accepted PlaceOrder, unchanged OpenTrading,
  unchanged DecideSuggestion, unknown_account, unknown_catalog_event, unknown_suggestion, asking_invalid,
  suggestion_decided, too_many_suggestions, trading_not_open, trading_ended, catalog_invalid, already_resolved
`
  .trim()
  .split(/,\s+/);

test('asking: seeded histories reach every rule', () => {
  const histories = [1, 2, 3, 4].map((seed) => run(new Dice(seed).seeds(800)));
  expect(unseen(CORNERS, histories)).toEqual([]);
});
