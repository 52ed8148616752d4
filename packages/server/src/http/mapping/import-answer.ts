/** What an import did, by kind of item. */
import type { ImportAnswer } from '@bellwether/contract';
import type { AddToCatalog, Event } from '@bellwether/engine';
import type { ExchangeOutcome } from '../../ports/exchange.ts';

/** Counts what `outcome` added of what `command` brought; nothing when all of it was there already. */
export function importAnswer(command: AddToCatalog, outcome: ExchangeOutcome): ImportAnswer {
  const events = outcome.kind === 'accepted' ? outcome.entry.events : [];
  const count = (kind: Event['kind'], total: number): ImportAnswer['tags'] => {
    const added = events.reduce((sum, event) => sum + (event.kind === kind ? 1 : 0), 0);
    return { added, unchanged: total - added };
  };
  const nested = command.events.reduce((sum, { markets }) => sum + markets.length, 0);
  return {
    tags: count('TagAdded', command.tags.length),
    series: count('SeriesAdded', command.series.length),
    events: count('CatalogEventAdded', command.events.length),
    markets: count('MarketAdded', command.markets.length + nested),
  };
}
