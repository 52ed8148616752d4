/**
 * Turns the ticket into an order with a preview of its effect, or a reason why it cannot be placed. Pure. The preview
 * describes exactly the order that is signed, down to its worst price.
 */
import type { Book } from '@bellwether/contract';
import type { OrderInput, Terms } from '@bellwether/sdk';
import { DUST_END_MICROS } from '../account/dust.ts';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCents, formatExactMoney, formatShares } from '../format/numbers.ts';
import { readTyped } from '../format/typed-number.ts';
import {
  averagePrice,
  divideUp,
  isWithin,
  type Level,
  largestFitting,
  lesser,
  levelsFor,
  limitCost,
  type OwnLevel,
  restingHold,
  type Side,
  sizeStep,
  type Take,
  takeForSum,
  takeShares,
} from './estimate.ts';
import { type Reserved, reservedMoney, reservedShares } from './reserved.ts';
import { type Expiry, priceOfCents, type TicketForm } from './ticket-form.ts';

const ONE = 1_000_000n;
const HUNDREDTH = 10_000n;

/** Everything that an order depends on besides the ticket. */
export interface Scene {
  readonly tokenId: string;
  readonly conditionId: string;
  readonly outcome: string;
  readonly terms: Terms;
  /** Taker fee rate in ten-thousandths. */
  readonly feeBps: number;
  /** Null until it is known. */
  readonly book: Pick<Book, 'bids' | 'asks'> | null;
  readonly own: readonly OwnLevel[];
  /** Free collateral and free shares in millionths; null until they are known. */
  readonly funds: { readonly collateral: bigint; readonly shares: bigint } | null;
  /** Amounts that own open orders hold; null if they are not fully known. */
  readonly reserved: Reserved | null;
  readonly nowMs: number;
}

/** Effect of an order. All amounts are in millionths. */
export interface Preview {
  readonly side: Side;
  /** Total shares bought or sold. */
  readonly shares: bigint;
  /** The part that trades at once. */
  readonly now: Take;
  /** Average price per share of the part that trades at once. */
  readonly average: bigint | null;
  /** Difference between the average and the best price. */
  readonly slippage: bigint | null;
  /** Shares that would rest in the book. */
  readonly resting: bigint;
  /** Collateral that a resting BUY remainder holds, including its fee reserve. */
  readonly held: bigint;
  /** Worst price that the order accepts. */
  readonly limit: bigint;
  /** Maximum amount paid, or amount received, including fees. */
  readonly total: bigint;
  readonly hasOwnInWay: boolean;
}

export type Plan =
  | { readonly kind: 'empty' }
  | { readonly kind: 'ready'; readonly order: OrderInput; readonly preview: Preview }
  | {
      readonly kind: 'blocked';
      readonly field: 'quantity' | 'price' | 'expiry' | 'order';
      readonly reason: string;
      readonly preview: Preview | null;
    };

type Field = Extract<Plan, { kind: 'blocked' }>['field'];

function blocked(field: Field, reason: string, preview: Preview | null = null): Plan {
  return { kind: 'blocked', field, reason, preview };
}

export function planOrder(form: TicketForm, scene: Scene): Plan {
  const typed = readTyped(form.quantity);
  if (typed.kind === 'empty') return { kind: 'empty' };
  if (typed.kind === 'bad') return blocked('quantity', typed.reason);
  if (form.side === 'BUY' && typed.micros % HUNDREDTH !== 0n) return blocked('quantity', 'At most two decimals.');
  if (typed.micros === 0n) return blocked('quantity', 'Enter more than zero.');
  if (scene.book === null) return blocked('order', 'Waiting for the order book…');
  const levels = levelsFor(scene.book, form.side, scene.own);
  return form.type === 'market'
    ? planMarket(form, scene, levels, form.side === 'SELL' ? wholeOf(typed.micros, scene) : typed.micros)
    : planLimit(form, scene, levels, typed.micros);
}

/** Sells everything if the remainder would be dust, which could never be sold. */
function wholeOf(shares: bigint, { funds }: Scene): bigint {
  if (funds === null) return shares;
  const left = funds.shares - shares;
  return left > 0n && left < DUST_END_MICROS ? funds.shares : shares;
}

function planMarket(form: TicketForm, scene: Scene, levels: readonly Level[], quantity: bigint): Plan {
  const { side } = form;
  const { tokenId, conditionId, terms, feeBps, outcome } = scene;
  const { tick } = terms;
  if (levels.length === 0) {
    return blocked(
      'order',
      `No one ${side === 'BUY' ? 'offers' : 'bids for'} ${outcome} now. A limit order can wait for someone.`,
    );
  }
  // A BUY spends a sum. For a quantity in shares, this is their current cost, rounded up to the cent.
  const wanted = form.unit === 'shares' ? takeShares(side, levels, quantity, null, feeBps) : null;
  const sum = wanted === null ? quantity : divideUp(wanted.collateral, HUNDREDTH) * HUNDREDTH;
  const reached = (wanted ?? takeForSum(levels, sum, null, feeBps)).worst ?? levels[0]?.price ?? 0n;
  const limit = limitWith(side, reached, form, tick);
  const now =
    side === 'BUY' ? takeForSum(levels, sum, limit, feeBps) : takeShares(side, levels, quantity, limit, feeBps);
  const isEnough = (wanted ?? now).isEnough;
  const preview = previewOf(side, now, side === 'BUY' ? now.shares : quantity, 0n, limit, sum, scene);
  if (form.allOrNothing && !isEnough)
    return blocked(
      'quantity',
      `The book has less than that: ${formatShares(fromMicros(now.shares), 2, 'share')}.`,
      preview,
    );
  const lack = lackOf(side, scene, side === 'BUY' ? sum + now.fee : quantity);
  if (lack !== null) return blocked('quantity', lack, preview);
  const order: OrderInput = {
    ...{ tokenId, conditionId, side, terms, tick },
    type: form.allOrNothing ? 'FOK' : 'FAK',
    price: fromMicros(limit),
    amount: fromMicros(side === 'BUY' ? sum : quantity),
  };
  return { kind: 'ready', order, preview: { ...preview, now: { ...now, isEnough } } };
}

function planLimit(form: TicketForm, scene: Scene, levels: readonly Level[], quantity: bigint): Plan {
  const { side } = form;
  const { tokenId, conditionId, terms, feeBps } = scene;
  const limit = readLimit(form, terms);
  if (typeof limit === 'string') return blocked('price', limit);
  if (limit === null) return { kind: 'empty' };
  const shares = form.unit === 'shares' ? quantity : cut((quantity * ONE) / limit);
  if (shares <= 0n) return blocked('quantity', 'That is less than a hundredth of a share.');
  const step = sizeStep(limit);
  if (shares % step !== 0n)
    return blocked('quantity', `At this price sizes go in steps of ${formatShares(fromMicros(step), 6, 'share')}.`);
  const now = takeShares(side, levels, shares, limit, form.postOnly ? 0 : feeBps);
  const held = side === 'BUY' ? restingHold(limit, shares, now, feeBps) : 0n;
  const preview = { ...previewOf(side, now, shares, shares - now.shares, limit, 0n, scene), held };
  const best = levels[0]?.price;
  if (form.postOnly && best !== undefined && isWithin(side, best, limit)) {
    return blocked(
      'price',
      `It would trade at once: the best ${side === 'BUY' ? 'offer' : 'bid'} is ${formatCents(fromMicros(best))}. Change the price, or switch post-only off.`,
      preview,
    );
  }
  if (shares < (toMicros(terms.minimumSize) ?? 0n))
    return blocked(
      'quantity',
      `Limit orders here need at least ${formatShares(terms.minimumSize, 2, 'share')}.`,
      preview,
    );
  const lack = lackOf(side, scene, side === 'BUY' ? limitCost(limit, shares, feeBps) : shares);
  if (lack !== null) return blocked('quantity', lack, preview);
  const ends = expirationOf(form, scene.nowMs);
  if (typeof ends === 'string') return blocked('expiry', ends, preview);
  const order: OrderInput = {
    ...{ tokenId, conditionId, side, terms },
    ...(ends === null ? { type: 'GTC' } : { type: 'GTD', expiration: ends }),
    price: fromMicros(limit),
    size: fromMicros(shares),
    ...(form.postOnly && { postOnly: true }),
  };
  return { kind: 'ready', order, preview };
}

/** Returns the limit price in millionths; a text if it is invalid; null if nothing is typed. */
function readLimit(form: TicketForm, { tick }: Terms): bigint | string | null {
  const typed = readTyped(form.cents);
  if (typed.kind === 'empty') return null;
  if (typed.kind === 'bad') return typed.reason;
  const step = toMicros(tick) ?? HUNDREDTH;
  const price = toMicros(priceOfCents(typed.micros) ?? '') ?? -1n;
  if (price < 0n || price % step !== 0n) return `Prices here go in steps of ${formatCents(tick)}.`;
  if (price < step || price > ONE - step)
    return `Between ${formatCents(tick)} and ${formatCents(fromMicros(ONE - step))}.`;
  return price;
}

/** Returns the last price reached plus the tolerance, on a tick and within the valid range. */
function limitWith(side: Side, reached: bigint, { tolerance }: TicketForm, tick: string): bigint {
  const step = toMicros(tick) ?? HUNDREDTH;
  const extra = toMicros(tolerance) ?? 0n;
  const room = extra - (extra % step);
  const price = side === 'BUY' ? reached + room : reached - room;
  return price < step ? step : price > ONE - step ? ONE - step : price;
}

function previewOf(
  side: Side,
  now: Take,
  shares: bigint,
  resting: bigint,
  limit: bigint,
  sum: bigint,
  { own }: Scene,
): Preview {
  const average = averagePrice(now);
  const later = side === 'BUY' ? divideUp(resting * limit, ONE) : (resting * limit) / ONE;
  // A market order that is only partly filled does not spend the rest.
  const paid = sum > 0n ? lesser(sum, now.collateral) : now.collateral;
  const total = side === 'BUY' ? paid + later + now.fee : now.collateral + later - now.fee;
  return {
    side,
    shares,
    now,
    average,
    slippage: average === null || now.best === null ? null : side === 'BUY' ? average - now.best : now.best - average,
    resting,
    held: 0n,
    limit,
    total,
    hasOwnInWay: own.some((order) => order.side !== side && isWithin(side, order.price, limit)),
  };
}

/** Returns why the funds are insufficient; null if they suffice or are unknown. */
function lackOf(side: Side, scene: Scene, needed: bigint): string | null {
  const { funds, reserved } = scene;
  if (funds === null || needed <= (side === 'BUY' ? funds.collateral : funds.shares)) return null;
  const held =
    reserved === null ? '' : side === 'BUY' ? reservedMoney(reserved.collateral) : reservedShares(reserved.shares);
  return `${freeText(side, funds, scene.outcome, needed)}${held === '' ? '' : ` ${held}.`}`;
}

function freeText(side: Side, funds: NonNullable<Scene['funds']>, outcome: string, needed: bigint): string {
  if (side === 'BUY') {
    if (funds.collateral === 0n) return 'You have no free play money.';
    return `You have ${formatExactMoney(fromMicros(funds.collateral))}; this can take up to ${formatExactMoney(fromMicros(needed))}.`;
  }
  if (funds.shares < DUST_END_MICROS) return `You have no free ${outcome} shares to sell.`;
  return `You can sell ${formatShares(fromMicros(funds.shares), 6, 'share')} of ${outcome}.`;
}

/**
 * Returns the largest affordable quantity in the ticket's unit; 0 if it is unknown. A sell uses all shares. A limit
 * sell leaves a remainder too fine for its price, which is dust.
 */
export function largestQuantity(form: TicketForm, scene: Scene): bigint {
  const { funds, book, feeBps, terms } = scene;
  if (funds === null || book === null) return 0n;
  if (form.side === 'SELL') {
    if (funds.shares < DUST_END_MICROS) return 0n;
    if (form.type === 'market') return funds.shares;
    const limit = readLimit(form, terms);
    return cut(funds.shares, typeof limit === 'bigint' ? sizeStep(limit) : HUNDREDTH);
  }
  const { collateral } = funds;
  const levels = levelsFor(book, 'BUY', scene.own);
  if (form.type === 'market') {
    const fits = (sum: bigint): boolean => sum + takeForSum(levels, sum, null, feeBps).fee <= collateral;
    const sum = largestFitting(collateral, HUNDREDTH, fits);
    if (form.unit === 'amount') return sum;
    return cut(takeForSum(levels, sum, null, feeBps).shares);
  }
  const limit = readLimit(form, terms);
  if (typeof limit !== 'bigint') return 0n;
  const most = (collateral * ONE) / limit;
  const shares = largestFitting(most, HUNDREDTH, (value) => limitCost(limit, value, feeBps) <= collateral);
  return form.unit === 'shares' ? shares : cut((shares * limit) / ONE);
}

const cut = (micros: bigint, step = HUNDREDTH): bigint => micros - (micros % step);

const MINUTE = 60;
/** The venue requires one minute; the extra time covers signing and sending. */
const AHEAD_SECONDS_MIN = 2 * MINUTE;
const SECONDS: Readonly<Record<Exclude<Expiry, 'never' | 'custom'>, number>> = {
  hour: 60 * MINUTE,
  day: 24 * 60 * MINUTE,
  week: 7 * 24 * 60 * MINUTE,
};

/** Returns the expiration in Unix seconds; null if the order never expires; a text if the chosen time is invalid. */
function expirationOf({ expiry, expiresAt }: TicketForm, nowMs: number): number | string | null {
  if (expiry === 'never') return null;
  const now = Math.floor(nowMs / 1_000);
  if (expiry !== 'custom') return now + SECONDS[expiry];
  const time = Date.parse(expiresAt);
  if (Number.isNaN(time)) return 'Choose when the order ends.';
  const seconds = Math.floor(time / 1_000);
  return seconds < now + AHEAD_SECONDS_MIN ? 'At least two minutes from now.' : seconds;
}
