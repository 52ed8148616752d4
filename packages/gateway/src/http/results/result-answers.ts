/** Answers about results: markets that were resolved, and where a proposed or reversed result stands. */
import type { EventResolutionAnswer, ResolutionAnswer, ResultAnswer } from '@bellwether/contract';
import {
  type CatalogEvent,
  type Event,
  type Market,
  type MarketId,
  marketOf,
  proposedPayouts,
  type State,
} from '@bellwether/engine';
import type { ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import { payoutTexts, priceText } from '@bellwether/wire/forms/decimal.ts';

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

/** A result as an entry tells of it. */
interface Told {
  /** Status once everything is paid. */
  readonly status: ResultAnswer['status'];
  readonly isPaid?: true;
  readonly refund?: boolean;
  readonly endsMs?: number;
  /** Payout of each market's first outcome; null: none, or a refund. */
  readonly pays: readonly (readonly [MarketId, number | null])[];
}

/**
 * State of a result after an entry. The entry's events say it, so that a repeat is answered alike whatever came later;
 * `state` says whether payments are still under way, and what a dispute is about.
 */
export function resultAnswer(outcome: ExchangeOutcome, state: Readonly<State>): ResultAnswer {
  const [told] = outcome.kind === 'accepted' ? outcome.entry.events.flatMap((...at) => toldBy(state, ...at)) : [];
  if (told === undefined) throw new Error('the entry tells of a result');
  const { status, isPaid, refund = false, endsMs, pays } = told;
  const isRunning = isPaid === true && pays.some(([id]) => marketOf(state, id).status === 'resolving');
  return {
    status: isRunning ? 'resolving' : status,
    refund,
    ends_at: endsMs === undefined ? null : new Date(endsMs).toISOString(),
    markets: pays.map(([id, first]) => ({
      condition_id: marketOf(state, id).conditionId,
      payouts: payoutTexts(first),
    })),
  };
}

function toldBy(state: Readonly<State>, event: Event, _at: number, events: readonly Event[]): Told | [] {
  switch (event.kind) {
    case 'ResultProposed':
      return {
        ...{ status: 'proposed', refund: event.result.kind === 'refund', endsMs: event.endsMs },
        pays: proposedPayouts(event),
      };
    case 'ResultDisputed': {
      const { proposal } = marketOf(state, event.market);
      if (proposal === null) return { status: 'disputed', pays: withoutPayouts(event.markets) };
      return { status: 'disputed', refund: proposal.result.kind === 'refund', pays: proposedPayouts(proposal) };
    }
    case 'ResultWithdrawn':
      return { status: 'open', pays: withoutPayouts(event.markets) };
    case 'ResultConfirmed': {
      const paid = { status: 'resolved', isPaid: true } as const;
      // A refund also covers markets that have lost before.
      if (event.refund !== undefined) return { ...paid, refund: true, pays: withoutPayouts(event.refund.markets) };
      const resolved = events.filter((other) => other.kind === 'MarketResolved');
      return { ...paid, pays: resolved.map(({ market, payouts }) => [market, payouts[0]]) };
    }
    case 'ResultReversed': {
      const { markets, to } = event;
      if (to === null) return { status: 'open', isPaid: true, pays: withoutPayouts(markets) };
      return { status: 'resolved', isPaid: true, refund: to.every(([, first]) => first === null), pays: to };
    }
    default:
      return [];
  }
}

function withoutPayouts(markets: readonly MarketId[]): Told['pays'] {
  return markets.map((market) => [market, null]);
}
