import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommandFactory, type Intent, intents, seededIntents } from './testing/generators.ts';
import { Shadow } from './testing/shadow.ts';

/** Runs intents after the opening, with copies compared every so often and one restart on the way. */
function run(list: readonly Intent[], compareEvery: number): Shadow {
  const factory = new CommandFactory();
  let shadow = new Shadow();
  for (const opening of factory.opening()) shadow.execute(opening);
  list.forEach((intent, index) => {
    const timed = factory.next(intent);
    shadow.execute(timed);
    if (intent.seed % compareEvery === 0 || index === list.length - 1) shadow.compareCopies(timed.command);
    if (index === list.length >> 1) shadow = shadow.restarted();
  });
  return shadow;
}

test('engine: decides as the oracle does, keeps every invariant, and its events and snapshots are its state', () => {
  fc.assert(
    fc.property(intents(150), (list) => {
      run(list, 10);
    }),
    { numRuns: 40 },
  );
});

test('engine: a long busy history stays equal to the oracle and reaches every corner of the rules', () => {
  const { counts } = run(seededIntents(20_240_601, 4000), 50);
  const corners = [
    'accepted PlaceOrder',
    'duplicate PlaceOrder',
    'accepted CancelOrders',
    'accepted CancelMatching',
    'accepted ExpireOrders',
    'accepted ConvertPositions',
    'accepted MergePositions',
    'accepted SettleMarket',
  ];
  expect(corners.filter((corner) => !counts.has(corner))).toEqual([]);
  console.log(counts);
});
