/** Decides results: of a market, and of a one-winner event as a whole. Settlement follows in separate steps. */
import type { ResolveEvent, ResolveMarket } from '../command.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { type CatalogEvent, type Market, resultProposed } from '../market/market.ts';
import { type Reject, reject } from '../reject.ts';
import { sharedPayouts } from '../results/proposed-payouts.ts';
import { marketOf, type State } from '../state.ts';
import { type CatalogId, type MarketId, PRICE_ONE } from '../units/units.ts';

export function decideResolveMarket(state: Readonly<State>, command: ResolveMarket): Decision {
  const resolved = resolveMarket(state, command);
  return 'kind' in resolved ? resolved : (refuseProposed(state, resolved) ?? accepted(resolved));
}

export function decideResolveEvent(state: Readonly<State>, command: ResolveEvent): Decision {
  const resolved = resolveEvent(state, command);
  return 'kind' in resolved ? resolved : (refuseProposed(state, resolved) ?? accepted(resolved));
}

/** Refuses a result of markets that have a proposal; null if none has. */
export function refuseProposed(state: Readonly<State>, resolved: readonly Event[]): Reject | null {
  for (const market of resolvedMarkets(state, resolved))
    if (market.proposal !== null) return resultProposed(market.conditionId, market.proposal);
  return null;
}

export function resolvedMarkets(state: Readonly<State>, events: readonly Event[]): Market[] {
  return events.flatMap((event) => (event.kind === 'MarketResolved' ? [marketOf(state, event.market)] : []));
}

/** The events of a market's result. */
export function resolveMarket(state: Readonly<State>, command: ResolveMarket): readonly Event[] | Reject {
  const market = state.markets[command.market];
  if (market === undefined) return reject('unknown_market');
  if (market.status !== 'open') return alreadyResolved(market);
  if (!arePayouts(command.payouts)) return reject('payouts_invalid');
  const [first] = command.payouts;
  const oneWinner = oneWinnerEventOf(state, market);
  const refusal = refuseNegRisk(state, market, oneWinner, first);
  if (refusal !== null) return refusal;
  const resolved =
    oneWinner !== null && first === PRICE_ONE
      ? allResolved(openMarketsOf(state, oneWinner), [market])
      : [marketResolved(market.id, first)];
  return command.closesEvent === true ? [...resolved, ...closedEvent(state, market, resolved)] : resolved;
}

/**
 * The events of an event's result.
 * The winners share 1. Every other market pays its second outcome. So the first outcomes of the event together pay
 * exactly 1, including earlier results, and conversion advances are repaid to the micro.
 */
export function resolveEvent(state: Readonly<State>, command: ResolveEvent): readonly Event[] | Reject {
  const catalogEvent = state.catalogEvents.get(command.catalogEvent);
  if (catalogEvent === undefined) return reject('unknown_catalog_event');
  if (!catalogEvent.negRisk) return reject('not_neg_risk');
  const markets = catalogEvent.markets.map((id) => marketOf(state, id));
  const open = openMarketsOf(state, catalogEvent);
  const decisive = markets.find(hasWon) ?? markets[0];
  if (decisive === undefined) return invalid('the event has no markets');
  if (open.length === 0) return alreadyResolved(decisive);
  const closed: Event[] = catalogEvent.closed ? [] : [eventClosed(catalogEvent.id)];
  if (command.winners === null && catalogEvent.markets.length === 1) {
    return [...open.map(({ id }) => marketResolved(id, PRICE_ONE / 2)), ...closed];
  }
  const winners = command.winners === null ? open : winnersOf(state, catalogEvent, command.winners);
  if ('kind' in winners) return winners;
  const refusal = refuseWinners(state, catalogEvent, command, winners);
  return refusal ?? [...allResolved(open, winners), ...closed];
}

/** True for two payouts in 1/10000 that sum to one. */
export function arePayouts([first, second]: readonly [number, number]): boolean {
  const whole = Number.isInteger(first) && Number.isInteger(second) && first >= 0 && second >= 0;
  return whole && first + second === PRICE_ONE;
}

/** Names the result that stands. */
export function alreadyResolved({ conditionId, outcomes, payouts }: Market): Reject {
  const [first, second] = outcomes;
  const [payout, rest] = payouts ?? [0, 0];
  return reject('already_resolved', { market: conditionId, first, second, payout, rest });
}

export function winnersOf(
  state: Readonly<State>,
  catalogEvent: CatalogEvent,
  winners: readonly number[],
): readonly Market[] | Reject {
  const named = new Set(winners);
  const markets = catalogEvent.markets.filter((id) => named.has(id)).map((id) => marketOf(state, id));
  if (markets.length === 0 || markets.length !== winners.length) {
    return invalid('name markets of the event once each, at least one');
  }
  return markets;
}

/** A market that has lost cannot win, and a market that has won is the only winner. */
function refuseWinners(
  state: Readonly<State>,
  catalogEvent: CatalogEvent,
  { winners: named }: ResolveEvent,
  winners: readonly Market[],
): Reject | null {
  const won = catalogEvent.markets.map((id) => marketOf(state, id)).find(hasWon);
  if (won !== undefined) {
    const isSame = named !== null && winners.length === 1 && winners[0] === won && won.payouts?.[0] === PRICE_ONE;
    return isSame ? null : invalid(`market ${won.conditionId} of the event has won already`);
  }
  const lost = winners.find(({ status }) => status !== 'open');
  if (lost !== undefined) return invalid(`market ${lost.conditionId} of the event has lost already`);
  if (named === null && winners.length === 1)
    return invalid('all other markets have lost: the one that is left has won');
  return null;
}

/** The results of all markets in `open`: those among `winners` share the payout of the event. */
function allResolved(open: readonly Market[], winners: readonly Market[]): Event[] {
  return sharedPayouts(open.map(idOf), winners.map(idOf)).map((paid) => marketResolved(...paid));
}

export const idOf = ({ id }: Market): MarketId => id;

export function marketResolved(market: MarketId, first: number): Event {
  return { kind: 'MarketResolved', market, payouts: [first, PRICE_ONE - first] };
}

export function openMarketsOf(state: Readonly<State>, { markets }: CatalogEvent): Market[] {
  return markets.map((id) => marketOf(state, id)).filter(({ status }) => status === 'open');
}

function hasWon({ payouts }: Market): boolean {
  return payouts !== null && payouts[0] > 0;
}

/** Closes the event along with its last market, unless its operator reopens it or adds a market later. */
export function closedEvent(state: Readonly<State>, market: Market, resolved: readonly Event[]): Event[] {
  const catalogEvent = market.catalogEvent === null ? undefined : state.catalogEvents.get(market.catalogEvent);
  if (catalogEvent === undefined || catalogEvent.closed) return [];
  const isOver = openMarketsOf(state, catalogEvent).length === resolved.length;
  return isOver ? [eventClosed(catalogEvent.id)] : [];
}

export function eventClosed(catalogEvent: CatalogId): Event {
  return { kind: 'CatalogEventUpdated', catalogEvent, changes: { closed: true } };
}

/** The one-winner event of a market; null if there is none, or if the market is alone in it. */
export function oneWinnerEventOf(state: Readonly<State>, { catalogEvent: id, negRisk }: Market): CatalogEvent | null {
  if (!negRisk) return null;
  const catalogEvent = id === null ? undefined : state.catalogEvents.get(id);
  return catalogEvent === undefined || catalogEvent.markets.length < 2 ? null : catalogEvent;
}

/** Exactly one market of a negative-risk event pays its first outcome; only the whole event can share a result. */
export function refuseNegRisk(
  state: Readonly<State>,
  market: Market,
  oneWinner: CatalogEvent | null,
  first: number,
): Reject | null {
  if (!market.negRisk) return null;
  if (first !== 0 && first !== PRICE_ONE) return invalid('only the event as a whole can be shared between its markets');
  if (oneWinner === null) return null;
  const others = oneWinner.markets.filter((id) => id !== market.id).map((id) => marketOf(state, id));
  const winner = others.find(hasWon);
  if (first === PRICE_ONE && winner !== undefined) {
    return invalid(`market ${winner.conditionId} of the event has won already`);
  }
  if (first === 0 && winner === undefined && others.every(({ payouts }) => payouts !== null)) {
    return invalid('one market of the event has to win');
  }
  return null;
}

function invalid(reason: string): Reject {
  return reject('neg_risk_payouts_invalid', { reason });
}
