/** Names of an event's tokens. Pure. */
import type { Event } from '@bellwether/contract';

export interface TokenLabel {
  /** Text of a holder's badge, such as `Yes · Lisbon`. */
  readonly text: string;
  /** 0 for the market's first outcome, 1 for its second. */
  readonly outcomeIndex: number;
}

export function tokenLabelsOf(event: Event): ReadonlyMap<string, TokenLabel> {
  return new Map(
    event.markets.flatMap(({ tokenIds, outcomeLabels, groupItemTitle }) =>
      tokenIds.map((tokenId, outcomeIndex): [string, TokenLabel] => {
        const outcome = outcomeLabels[outcomeIndex] ?? '';
        return [tokenId, { text: groupItemTitle === '' ? outcome : `${outcome} · ${groupItemTitle}`, outcomeIndex }];
      }),
    ),
  );
}
