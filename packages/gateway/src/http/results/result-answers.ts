/** Answers about results: markets that were resolved, and where a proposed or reversed result stands. */
import type { EventResolutionAnswer, ResolutionAnswer, ResultAnswer } from '@bellwether/contract';
import {
  type CatalogEvent,
  type Market,
  type MarketId,
  marketOf,
  PRICE_ONE,
  proposedPayouts,
  type State,
} from '@bellwether/engine';
import type { ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import { priceText } from '@bellwether/wire/forms/decimal.ts';

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

/** Where the result that an entry is about stands now: proposed, being paid or reversed, paid, or none. */
export function resultAnswer(outcome: ExchangeOutcome, state: Readonly<State>): ResultAnswer {
  const all = coveredBy(outcome).map((id) => marketOf(state, id));
  const [first] = all;
  if (first === undefined) throw new Error('a result covers at least one market');
  const { proposal, status } = first;
  // Markets that are about to reopen still have the payouts that are taken back.
  const payouts = (market: Market) => (market.correction?.to === null ? null : market.payouts);
  const isRefund =
    proposal === null ? payouts(first)?.every((payout) => payout === 0) === true : proposal.result.kind === 'refund';
  const pays =
    proposal === null ? all.map((market) => [market.id, payouts(market)?.[0]] as const) : proposedPayouts(proposal);
  const firstOf = new Map(pays);
  return {
    status: proposal === null ? status : proposal.dispute === null ? 'proposed' : 'disputed',
    refund: isRefund,
    ends_at: proposal === null || proposal.dispute !== null ? null : new Date(proposal.endsMs).toISOString(),
    markets: all.map(({ id, conditionId }) => {
      const paid = firstOf.get(id) ?? null;
      const both = paid === null || isRefund ? [] : [paid, PRICE_ONE - paid];
      return { condition_id: conditionId, payouts: both.map(priceText) };
    }),
  };
}

function coveredBy(outcome: ExchangeOutcome): readonly MarketId[] {
  const events = outcome.kind === 'accepted' ? outcome.entry.events : [];
  const covered = events.flatMap((event) => {
    switch (event.kind) {
      // A refund also covers markets that have lost before.
      case 'ResultConfirmed':
        return event.refund?.markets ?? [];
      case 'ResultProposed':
      case 'ResultDisputed':
      case 'ResultWithdrawn':
      case 'ResultReversed':
        return event.markets;
      case 'MarketResolved':
        return [event.market];
      default:
        return [];
    }
  });
  return [...new Set(covered)];
}
