/** Results: `POST /admin/markets/{condition_id}/resolve` as payouts, and resolved markets as answers. */
import type { EventResolutionAnswer, Resolution, ResolutionAnswer } from '@bellwether/contract';
import { type CatalogEvent, type Market, marketOf, PRICE_ONE, type State } from '@bellwether/engine';
import type { ExchangeOutcome } from '../../ports/exchange.ts';
import { badRequest, type Failure, failure } from '../failure.ts';
import { parseFraction, priceText } from '../forms/decimal.ts';

/** Payouts per outcome in 1/10000, summing to 10000. */
export function readPayouts({ winner, payouts }: Resolution, market: Market): readonly [number, number] | Failure {
  if ((winner === undefined) === (payouts === undefined)) return badRequest('send either winner or payouts');
  if (winner !== undefined) {
    const outcome = market.outcomes.indexOf(winner);
    if (outcome < 0) return badRequest(`winner must be one of ${market.outcomes.join(', ')}`);
    return outcome === 0 ? [PRICE_ONE, 0] : [0, PRICE_ONE];
  }
  const [first = null, second = null] = (payouts ?? []).map(parseFraction);
  if (first === null || second === null || first + second !== PRICE_ONE) return failure('payouts_invalid');
  return [first, second];
}

type ResolvedMarket = EventResolutionAnswer['markets'][number];

/** Answer with `market` first, followed by other markets that the entry resolved. */
export function resolutionAnswer(market: Market, outcome: ExchangeOutcome, state: Readonly<State>): ResolutionAnswer {
  const also = resolvedBy(outcome, state).filter(({ condition_id }) => condition_id !== market.conditionId);
  return { ...resolvedMarket(market), also_resolved: also };
}

export function eventResolutionAnswer(
  { id, slug }: CatalogEvent,
  outcome: ExchangeOutcome,
  state: Readonly<State>,
): EventResolutionAnswer {
  return { event_id: String(id), slug, markets: resolvedBy(outcome, state) };
}

function resolvedBy(outcome: ExchangeOutcome, state: Readonly<State>): ResolvedMarket[] {
  const events = outcome.kind === 'accepted' ? outcome.entry.events : [];
  return events.flatMap((event) =>
    event.kind === 'MarketResolved' ? [resolvedMarket(marketOf(state, event.market))] : [],
  );
}

function resolvedMarket(market: Market): ResolvedMarket {
  return {
    condition_id: market.conditionId,
    status: market.status === 'resolved' ? 'resolved' : 'resolving',
    payouts: (market.payouts ?? []).map(priceText),
  };
}
