/** Results of an import: counts by kind of item, and notes. */
import type { ImportAnswer } from '@bellwether/contract';
import type { AddToCatalog, Event } from '@bellwether/engine';
import type { ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import type { ImportNotes, NotedKey } from './import-notes.ts';

/** Counts the items of `command` that `outcome` added: none if everything was already there. */
export function importAnswer(command: AddToCatalog, outcome: ExchangeOutcome, notes: ImportNotes): ImportAnswer {
  const events = outcome.kind === 'accepted' ? outcome.entry.events : [];
  const count = (kind: Event['kind'], total: number): ImportAnswer['tags'] => {
    const added = events.reduce((sum, event) => sum + (event.kind === kind ? 1 : 0), 0);
    return { added, unchanged: total - added };
  };
  const nested = command.events.reduce((sum, { markets }) => sum + markets.length, 0);
  const markets = command.markets.length + nested;
  const added = new Set(events.map(keyOf));
  return {
    tags: count('TagAdded', command.tags.length),
    series: count('SeriesAdded', command.series.length),
    events: count('CatalogEventAdded', command.events.length),
    markets: count('MarketAdded', markets),
    notes: [
      ...(markets === 0 ? ['the file holds no market'] : []),
      ...notes.lines((key) => added.has(key)),
      ...resolvedHere(events),
    ],
  };
}

/** Note about markets that the venue had and whose result the file brought. */
function resolvedHere(events: readonly Event[]): string[] {
  const added = new Set(events.map((event) => (event.kind === 'MarketAdded' ? event.market : null)));
  const count = events.filter((event) => event.kind === 'MarketResolved' && !added.has(event.market)).length;
  if (count === 0) return [];
  const markets = count === 1 ? '1 market' : `${count} markets`;
  return [`without a result here until now: resolved as recorded (${markets})`];
}

function keyOf(event: Event): NotedKey | null {
  if (event.kind === 'MarketAdded') return `market ${event.definition.conditionId}`;
  return event.kind === 'CatalogEventAdded' ? `event ${event.event.slug}` : null;
}
