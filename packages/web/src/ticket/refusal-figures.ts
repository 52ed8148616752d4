/** Advice on refused orders with the venue's figures: what it counted, and what the user can do. Pure. */
import { type ApiError, type DetailsOf, detailsOf } from '@bellwether/sdk';
import { fromMicros } from '../format/decimal.ts';
import { formatCents, formatCount, formatExactMoney, formatShares } from '../format/numbers.ts';
import { formatMomentOf } from '../format/time.ts';
import { type HeldAmount, reservedMoney, reservedShares } from './reserved.ts';

const money = (micros: string): string => formatExactMoney(fromMicros(BigInt(micros)));
const shares = (micros: string, word?: 'share'): string => formatShares(fromMicros(BigInt(micros)), 6, word);

/** Returns advice with the refusal's figures; null if it has no useful ones. */
export function adviceOf(error: ApiError): string | null {
  return fundsAdvice(error) ?? priceAdvice(error) ?? matchAdvice(error) ?? marketAdvice(error) ?? clockAdvice(error);
}

function fundsAdvice(error: ApiError): string | null {
  const cash = detailsOf(error, 'insufficient_balance');
  if (cash !== null) {
    const needed = `The order needs ${money(cash.needed)}${cash.fee === '0' ? '' : ' with its fee'}, and ${money(cash.free)} is free.`;
    return `${needed} ${whatToDo(reservedMoney(heldOf(cash)))}`;
  }
  const position = detailsOf(error, 'insufficient_position');
  if (position === null) return null;
  const needed = `The order sells ${shares(position.needed, 'share')}, and ${shares(position.free)} ${position.free === '1000000' ? 'is' : 'are'} free.`;
  return `${needed} ${whatToDo(reservedShares(heldOf(position)))}`;
}

type Funds = Pick<DetailsOf<'insufficient_balance'>, 'reserved' | 'reservedBy'>;

function heldOf({ reserved, reservedBy }: Funds): HeldAmount {
  return { sum: BigInt(reserved), count: reservedBy.count };
}

function whatToDo(reserved: string): string {
  return reserved === '' ? 'Make it smaller.' : `${reserved}: make it smaller, or cancel one.`;
}

function priceAdvice(error: ApiError): string | null {
  const grid = detailsOf(error, 'price_off_grid');
  if (grid !== null) return `Prices in this market go in steps of ${formatCents(grid.tick)}. Adjust the price.`;
  const range = detailsOf(error, 'price_out_of_range');
  if (range !== null) return `Choose a price from ${formatCents(range.minimum)} to ${formatCents(range.maximum)}.`;
  const size = detailsOf(error, 'size_below_minimum');
  if (size !== null) return `Limit orders in this market have at least ${shares(size.minimum, 'share')}.`;
  const crossing = detailsOf(error, 'post_only_would_cross');
  if (crossing === null) return null;
  return `A post-only order may only rest, and someone offers the other side at ${formatCents(crossing.best)}. Choose a price further from it, or switch post-only off.`;
}

function matchAdvice(error: ApiError): string | null {
  const fok = detailsOf(error, 'fok_not_filled');
  if (fok !== null) {
    const filled = `${shares(fok.making)} of ${shares(fok.makerAmount)}`;
    const isNothing = fok.making === '0';
    return `All or nothing was asked, and at your worst price ${isNothing ? 'the book had nothing' : `only ${filled} could be filled`}. Nothing was traded.`;
  }
  const open = detailsOf(error, 'too_many_open_orders');
  return open === null
    ? null
    : `You have ${formatCount(open.count)} open orders, the most there may be. Cancel some first.`;
}

function marketAdvice(error: ApiError): string | null {
  const since = detailsOf(error, 'market_closed')?.since ?? null;
  if (since !== null)
    return `It has taken no orders since ${formatMomentOf(since)}. Positions are paid out when it is resolved.`;
  const paused = detailsOf(error, 'market_not_ready')?.since ?? null;
  return paused === null ? null : `It has taken no orders since ${formatMomentOf(paused)}. Try again later.`;
}

function clockAdvice(error: ApiError): string | null {
  const refused = detailsOf(error, 'unauthenticated');
  if (refused?.problem !== 'timestamp' || refused.clock.aheadSeconds === null) return null;
  const { name, aheadSeconds } = refused.clock;
  const off = `${formatCount(Math.abs(aheadSeconds))} s ${aheadSeconds < 0 ? 'behind' : 'ahead of'}`;
  return `This device signed with a clock that is ${off} the ${name}’s. Set its clock, then place the order again.`;
}
