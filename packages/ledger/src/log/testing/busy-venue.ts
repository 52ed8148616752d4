import { CommandFactory, communityCommand, Dice, seededIntents } from '@bellwether/engine/testing';
import { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';

/** A venue with a history of trades, comments and profiles; some of its commands have idempotency keys. */
export function busyVenue(seed: number, intents: number): RecordedVenue {
  const venue = new RecordedVenue();
  const factory = new CommandFactory();
  for (const { command } of factory.opening()) venue.submit(command);
  const dice = new Dice(seed);
  for (const intent of seededIntents(seed, intents)) {
    const { command } = factory.next(intent);
    if (!dice.once(5)) venue.submit(command);
    else venue.submit({ ...command, request: { by: null, key: `key-${venue.entries.length}`, hash: 'f'.repeat(64) } });
    if (dice.once(5)) venue.submit(communityCommand(dice, venue.state.community.comments.count));
  }
  return venue;
}

/** A venue of two accounts that trade with each other in one market. */
export function tradingVenue(orders: number): RecordedVenue {
  const venue = new RecordedVenue();
  venue.openAccounts(2);
  venue.addMarkets(1);
  for (let index = 0; index < orders; index++)
    venue.place({ trader: index % 2, outcome: index % 2 === 0 ? 0 : 1, side: 'BUY', price: 5_000, shares: 5 + index });
  return venue;
}
