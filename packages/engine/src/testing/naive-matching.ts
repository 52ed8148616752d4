/** A taker's counterparties and legs by the rules: a flat list, bigint, nothing of `planMatch`. Tests only. */
import type { LegKind } from '../event.ts';
import type { OrderType } from '../units/units.ts';
import { costUp, least, type NaiveOrder } from './naive-state.ts';

const ONE = 10_000n;
const MOST = 5000;

export interface NaiveTaker extends Pick<NaiveOrder, 'account' | 'wallet' | 'market' | 'outcome' | 'side' | 'type'> {
  /** In 1/10000, for the taker's own outcome. */
  readonly limit: bigint;
  readonly shares: bigint;
  readonly collateral: bigint;
}

export interface Counterparty {
  readonly order: NaiveOrder;
  /** The taker's cost or proceeds per share, in 1/10000. */
  readonly price: bigint;
  readonly settlement: LegKind;
}

export interface NaiveLeg extends Counterparty {
  readonly shares: bigint;
  /** Collateral that the maker and the taker give (BUY) or get (SELL). */
  readonly maker: bigint;
  readonly taker: bigint;
}

export interface NaiveWalk {
  readonly legs: readonly NaiveLeg[];
  /** Orders of the account or of the wallet that would have matched. */
  readonly own: readonly NaiveOrder[];
  /** Shares that a SELL or a limit BUY still wants. */
  readonly unfilled: bigint;
  readonly complete: boolean;
  readonly tooMany: boolean;
}

export const isMarketOrder = (type: OrderType): boolean => type === 'FOK' || type === 'FAK';

/** All orders that this taker's limit crosses, in the order in which it meets them. */
export function counterparties(orders: readonly NaiveOrder[], taker: NaiveTaker): Counterparty[] {
  const buys = taker.side === 'BUY';
  const facing = orders.flatMap((order): Counterparty[] => {
    if (order.market !== taker.market) return [];
    const sameOutcome = order.outcome === taker.outcome;
    const sameSide = order.side === taker.side;
    // Shares change hands between a buyer and a seller of one outcome; two buyers, or two sellers, need different
    // outcomes.
    if (sameOutcome === sameSide) return [];
    const settlement = sameOutcome ? 'transfer' : buys ? 'mint' : 'merge';
    return [{ order, price: sameOutcome ? order.price : ONE - order.price, settlement }];
  });
  const cheapness = (at: Counterparty): bigint => (buys ? at.price : -at.price);
  return facing
    .filter(({ price }) => (buys ? price <= taker.limit : price >= taker.limit))
    .toSorted((a, b) => Number(cheapness(a) - cheapness(b)) || a.order.number - b.order.number);
}

/** The most that a limit BUY at `price` may pay for `shares`, with `unfilled` left before them. */
const allowance = (price: bigint, unfilled: bigint, shares: bigint): bigint =>
  costUp(price, unfilled) - costUp(price, unfilled - shares);

export function naiveWalk(orders: readonly NaiveOrder[], taker: NaiveTaker): NaiveWalk {
  const budget = taker.side === 'BUY' && isMarketOrder(taker.type);
  const legs: NaiveLeg[] = [];
  const own: NaiveOrder[] = [];
  let done = false;

  const total = (of: (leg: NaiveLeg) => bigint): bigint => legs.reduce((sum, leg) => sum + of(leg), 0n);
  const unfilled = (): bigint => taker.shares - total((leg) => leg.shares);
  const left = (): bigint => taker.collateral - total((leg) => leg.taker);
  /** The rest of the budget in 1/10000 micro: as paid, or at exact prices if that leaves less. */
  const rest = (): bigint => least(left() * ONE, taker.collateral * ONE - total((leg) => leg.price * leg.shares));
  const completeAt = (price: bigint): boolean => done || (budget ? rest() < price : unfilled() === 0n);

  const mayPay = (shares: bigint): bigint => {
    if (budget) return left();
    let before = taker.shares;
    let saved = 0n;
    for (const leg of legs) {
      saved += allowance(taker.limit, before, leg.shares) - leg.taker;
      before -= leg.shares;
    }
    return allowance(taker.limit, before, shares) + saved;
  };

  const fill = (at: Counterparty, shares: bigint): NaiveLeg => {
    const { order, settlement } = at;
    const rounded = costUp(order.price, shares);
    const makerAllowed = allowance(order.price, order.remaining, shares);
    if (settlement === 'merge') return { ...at, shares, maker: rounded, taker: shares - rounded };
    if (settlement === 'mint') return { ...at, shares, maker: makerAllowed, taker: shares - makerAllowed };
    const paid = least(rounded, taker.side === 'BUY' ? mayPay(shares) : makerAllowed);
    return { ...at, shares, maker: paid, taker: paid };
  };

  for (const at of counterparties(orders, taker)) {
    if (completeAt(at.price)) break;
    if (legs.length + own.length === MOST) return { legs, own, unfilled: unfilled(), complete: false, tooMany: true };
    if (at.order.account === taker.account || at.order.wallet === taker.wallet) {
      own.push(at.order);
      continue;
    }
    const wanted = budget ? (left() * ONE) / at.price : unfilled();
    done = budget && wanted <= at.order.remaining;
    legs.push(fill(at, least(wanted, at.order.remaining)));
  }
  return { legs, own, unfilled: unfilled(), complete: completeAt(taker.limit), tooMany: false };
}
