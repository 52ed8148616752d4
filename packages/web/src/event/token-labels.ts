/** Names of an event's tokens. Pure. */
import type { Event } from '@bellwether/contract';

/** What a holder's badge says of a token: `Yes · Lisbon`. */
export function tokenLabelsOf(event: Event): ReadonlyMap<string, string> {
  return new Map(
    event.markets.flatMap((market) =>
      market.tokenIds.map((tokenId, index): [string, string] => {
        const outcome = market.outcomeLabels[index] ?? '';
        return [tokenId, market.groupItemTitle === '' ? outcome : `${outcome} · ${market.groupItemTitle}`];
      }),
    ),
  );
}
