/** Payouts that a named result has for its markets: as a first result, and in place of one that was paid. */
import type { Event } from '../event.ts';
import { changesOf, claimsOf, isFinal, NOTHING_PAID, paidBy } from '../ledger/corrections.ts';
import { REFUND_PAYOUTS } from '../ledger/settlement.ts';
import { type CatalogEvent, type Market, resultProposed } from '../market/market.ts';
import { type Reject, reject } from '../reject.ts';
import type { NamedResult, ResultScope } from '../results/commands.ts';
import type { ResultConfirmed, ResultReversed } from '../results/events.ts';
import type { Correction } from '../results/proposal.ts';
import { sharedPayouts } from '../results/proposed-payouts.ts';
import { committed, marketOf, type State } from '../state.ts';
import { type CatalogId, type MarketId, MICROS_MAX, type Micros, micros, PRICE_ONE } from '../units/units.ts';
import {
  alreadyResolved,
  arePayouts,
  closedEvent,
  idOf,
  oneWinnerEventOf,
  openMarketsOf,
  refuseNegRisk,
  resolveEvent,
  resolveMarket,
  winnersOf,
} from './resolve.ts';

const HALVES = [PRICE_ONE / 2, PRICE_ONE / 2] as const;

export function invalid(reason: string): Reject {
  return reject('result_invalid', { reason });
}

const noWinners = (): Reject => invalid('winners are named for the markets of a one-winner event');
const noPayouts = (): Reject => invalid('payouts are named for one market');

interface NamedEvents {
  /** `MarketResolved` of each market, and the end of their event. */
  readonly events: readonly Event[];
  readonly refund?: NonNullable<ResultConfirmed['refund']>;
}

/** The events that a named result leads to. It is checked when it is proposed, and again when it is confirmed. */
export function resultOf(state: Readonly<State>, scope: ResultScope, result: NamedResult): NamedEvents | Reject {
  const named =
    'market' in scope ? resultOfMarket(state, scope.market, result) : resultOfEvent(state, scope.catalogEvent, result);
  return 'kind' in named || 'events' in named ? named : { events: named };
}

type Named = NamedEvents | readonly Event[] | Reject;

function resultOfMarket(state: Readonly<State>, id: MarketId, result: NamedResult): Named {
  const market = state.markets[id];
  if (market === undefined) return reject('unknown_market');
  if (market.status !== 'open') return alreadyResolved(market);
  if (result.kind === 'refund') return refundOf(state, groupOf(state, market));
  if (result.kind === 'winners') {
    if (market.negRisk && market.catalogEvent !== null) return resultOfEvent(state, market.catalogEvent, result);
    if (result.winners !== null) return noWinners();
  }
  const payouts = result.kind === 'payouts' ? result.payouts : HALVES;
  return resolveMarket(state, { kind: 'ResolveMarket', market: id, payouts, closesEvent: true });
}

function resultOfEvent(state: Readonly<State>, id: CatalogId, result: NamedResult): Named {
  if (result.kind === 'winners')
    return resolveEvent(state, { kind: 'ResolveEvent', catalogEvent: id, winners: result.winners });
  const catalogEvent = state.catalogEvents.get(id);
  if (catalogEvent === undefined) return reject('unknown_catalog_event');
  if (result.kind === 'payouts') return noPayouts();
  const [first] = catalogEvent.markets.map((market) => marketOf(state, market));
  if (first === undefined) return invalid('the event has no markets');
  if (catalogEvent.negRisk) return refundOf(state, groupOf(state, first));
  const open = openMarketsOf(state, catalogEvent);
  return open.length === 0 ? alreadyResolved(first) : refundOf(state, open);
}

/** Markets that have a result together: those of a one-winner event, or one alone. */
function groupOf(state: Readonly<State>, market: Market): readonly Market[] {
  return oneWinnerEventOf(state, market)?.markets.map((id) => marketOf(state, id)) ?? [market];
}

/** The refund of all `markets`, including those of a one-winner event that have lost before. */
function refundOf(state: Readonly<State>, markets: readonly Market[]): NamedEvents | Reject {
  const open = markets.filter(({ status }) => status === 'open');
  const [first] = open;
  if (first === undefined) return alreadyResolved(markets[0] as Market);
  const refusal = refuseUnsettled(markets);
  if (refusal !== null) return refusal;
  const from = markets.map((market) => (market.status === 'open' ? NOTHING_PAID : paidBy(market)));
  const covered = markets.map(idOf);
  const claims = claimsWithin(state, { markets: covered, from, to: markets.map(() => null) });
  if (typeof claims !== 'number') return claims;
  const events = open.map(
    ({ id }): Event => ({ kind: 'MarketResolved', market: id, payouts: REFUND_PAYOUTS, refund: true }),
  );
  return { events: [...events, ...closedEvent(state, first, events)], refund: { markets: covered, claims } };
}

/** Refuses markets that are being paid, or whose result is final. */
function refuseUnsettled(markets: readonly Market[]): Reject | null {
  for (const market of markets) {
    if (market.status === 'resolving') return reject('result_running', { market: market.conditionId });
    if (isFinal(market)) return reject('result_final', { market: market.conditionId });
  }
  return null;
}

/** Sum that wallets have to give back, unless the venue could not account for it. */
export function claimsWithin(
  state: Readonly<State>,
  change: Pick<Correction, 'markets' | 'from' | 'to'>,
): Micros | Reject {
  const claims = claimsOf(changesOf(state, change));
  const isTooLarge = BigInt(committed(state.totals)) + claims > BigInt(MICROS_MAX);
  return isTooLarge ? reject('result_too_large', { maximum: MICROS_MAX }) : micros(Number(claims));
}

// Reversals.

/**
 * The resolved markets that are reversed together. A one-winner event that has its whole result is reversed as a whole;
 * until then, a market that has lost can only reopen, alone.
 */
export function resolvedTogether(
  state: Readonly<State>,
  scope: ResultScope,
  reopens: boolean,
): readonly Market[] | Reject {
  const named = 'market' in scope ? state.markets[scope.market] : firstOf(state, scope.catalogEvent);
  if (named === undefined) return reject('unknown_market');
  if ('code' in named) return named;
  const group = groupOf(state, named);
  const proposed = group.find(({ proposal }) => proposal !== null);
  if (proposed?.proposal != null) return resultProposed(proposed.conditionId, proposed.proposal);
  const open = group.find(({ status }) => status === 'open');
  const isAlone = open !== undefined && 'market' in scope && named.status !== 'open';
  if (open !== undefined && !isAlone) return reject('market_not_resolved', { market: open.conditionId });
  if (isAlone && !reopens) return invalid('until its event has a result, the market can only be reopened');
  const covered = isAlone ? [named] : group;
  return refuseUnsettled(covered) ?? covered;
}

function firstOf(state: Readonly<State>, id: CatalogId): Market | Reject {
  const catalogEvent = state.catalogEvents.get(id);
  if (catalogEvent === undefined) return reject('unknown_catalog_event');
  if (!catalogEvent.negRisk) return reject('not_neg_risk');
  const [first] = catalogEvent.markets;
  return first === undefined ? invalid('the event has no markets') : marketOf(state, first);
}

type Replacement = NonNullable<ResultReversed['to']>;

/** The result that `covered` get instead. */
export function replacementOf(
  state: Readonly<State>,
  scope: ResultScope,
  result: NamedResult,
  covered: readonly Market[],
): Replacement | Reject {
  if (result.kind === 'refund') return covered.map(({ id }) => [id, null] as const);
  const [market] = covered as readonly [Market];
  const oneWinner = oneWinnerEventOf(state, market);
  if (result.kind === 'winners') {
    if (oneWinner !== null) return shared(state, oneWinner, covered, result.winners);
    return result.winners === null ? [[market.id, HALVES[0]]] : noWinners();
  }
  const { payouts } = result;
  if (!('market' in scope)) return noPayouts();
  if (!arePayouts(payouts)) return reject('payouts_invalid');
  if (oneWinner === null) return refuseNegRisk(state, market, null, payouts[0]) ?? [[market.id, payouts[0]]];
  return payouts[0] === PRICE_ONE
    ? shared(state, oneWinner, covered, [scope.market])
    : reject('neg_risk_payouts_invalid', { reason: 'one market of the event has to win' });
}

function shared(
  state: Readonly<State>,
  catalogEvent: CatalogEvent,
  covered: readonly Market[],
  named: readonly MarketId[] | null,
): Replacement | Reject {
  const winners = named === null ? covered : winnersOf(state, catalogEvent, named);
  if ('kind' in winners) return winners;
  return sharedPayouts(covered.map(idOf), winners.map(idOf));
}
