/** Results for the naive exchange: every payout of the event is computed, then applied to the open markets. */
import type { ResolveEvent, ResolveMarket } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { reject } from '../reject.ts';
import { decided, type NaiveMarket, type NaiveState } from './naive-state.ts';

const WHOLE = 10_000;

export function naiveResolveMarket(state: NaiveState, command: ResolveMarket): Decision {
  const market = state.markets[command.market];
  if (market === undefined) return reject('unknown_market');
  if (market.status !== 'open') return reject('already_resolved');
  const [yes, no] = command.payouts;
  const whole = [yes, no].every((payout) => Number.isInteger(payout) && payout >= 0);
  if (!whole || yes + no !== WHOLE) return reject('payouts_invalid');
  const all = state.markets.filter((other) => other.catalogEvent === market.catalogEvent);
  const family = market.terms.negRisk && market.catalogEvent !== null && all.length > 1 ? all : [market];
  if (market.terms.negRisk && yes !== 0 && no !== 0) return reject('neg_risk_payouts_invalid');
  const resolved = yes === WHOLE ? family.filter((other) => other.status === 'open') : [market];
  const firsts = family.map((other) => (resolved.includes(other) ? (other === market ? yes : 0) : other.payouts?.[0]));
  const known = firsts.filter((first) => first !== undefined);
  const isNonsense =
    known.filter((first) => first > 0).length > 1 || (known.length === firsts.length && sum(known) === 0);
  if (family.length > 1 && isNonsense) return reject('neg_risk_payouts_invalid');
  const events = resolved.map((other) => giveResult(other, other === market ? yes : 0));
  return decided([...events, ...(command.closesEvent ? close(state, market) : [])]);
}

export function naiveResolveEvent(state: NaiveState, { catalogEvent, winners }: ResolveEvent): Decision {
  const event = state.catalogEvents.find(({ id }) => id === catalogEvent);
  if (event === undefined) return reject('unknown_catalog_event');
  if (!event.negRisk) return reject('not_neg_risk');
  const markets = state.markets.filter((market) => market.catalogEvent === catalogEvent);
  const open = markets.filter(({ status }) => status === 'open');
  if (markets.length > 0 && open.length === 0) return reject('already_resolved');
  const named = winners === null ? open : markets.filter(({ id }) => winners.includes(id));
  if (named.length === 0 || (winners !== null && named.length !== winners.length))
    return reject('neg_risk_payouts_invalid');
  const past = markets.filter((market) => (market.payouts?.[0] ?? 0) > 0)[0];
  if (past !== undefined && !(winners?.length === 1 && named[0] === past && past.payouts?.[0] === WHOLE))
    return reject('neg_risk_payouts_invalid');
  if (past === undefined && named.some((market) => !open.includes(market))) return reject('neg_risk_payouts_invalid');
  if (winners === null && named.length === 1 && markets.length > 1) return reject('neg_risk_payouts_invalid');
  // Divides the whole into parts, handing out one ten-thousandth at a time.
  const parts = new Map<NaiveMarket, number>(open.map((market) => [market, 0]));
  const cutters = open.filter((market) => named.includes(market));
  for (let given = 0; given < WHOLE && cutters.length > 0; given++) {
    const next = cutters[given % cutters.length]!;
    parts.set(next, parts.get(next)! + 1);
  }
  if (winners === null && markets.length === 1) parts.set(named[0]!, WHOLE / 2);
  return decided([...open.map((market) => giveResult(market, parts.get(market)!)), ...close(state, open[0]!)]);
}

function giveResult(market: NaiveMarket, first: number): Event {
  market.status = 'resolving';
  market.payouts = [first, WHOLE - first];
  market.terms = { ...market.terms, closed: true, acceptingOrders: false };
  return { kind: 'MarketResolved', market: market.id, payouts: [first, WHOLE - first] };
}

function close(state: NaiveState, market: NaiveMarket): Event[] {
  const event = state.catalogEvents.find(({ id }) => id === market.catalogEvent);
  const open = state.markets.filter((other) => other.catalogEvent === event?.id && other.status === 'open');
  if (event === undefined || event.closed || open.length > 0) return [];
  event.closed = true;
  return [{ kind: 'CatalogEventUpdated', catalogEvent: event.id, changes: { closed: true } }];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
