/** Contents of the ticket and its transitions. Pure. */
import { fromMicros, shiftDecimal, toMicros } from '../format/decimal.ts';
import { typedText } from '../format/typed-number.ts';
import type { Side } from './estimate.ts';

export type Expiry = 'never' | 'hour' | 'day' | 'week' | 'custom';

/** How much worse than the book a market order may trade, in collateral per share. */
export const TOLERANCES = ['0', '0.01', '0.02', '0.05'] as const;
export type Tolerance = (typeof TOLERANCES)[number];

export interface TicketForm {
  readonly side: Side;
  readonly type: 'market' | 'limit';
  /** Unit of the quantity. Sells are always counted in shares. */
  readonly unit: 'amount' | 'shares';
  readonly quantity: string;
  /** Limit price in cents, as typed. */
  readonly cents: string;
  readonly expiry: Expiry;
  /** Value of a `datetime-local` input, for `custom`. */
  readonly expiresAt: string;
  readonly postOnly: boolean;
  /** True if a market order must fill completely or not at all. */
  readonly allOrNothing: boolean;
  readonly tolerance: Tolerance;
}

export function emptyForm(side: Side): TicketForm {
  return {
    side,
    type: 'market',
    unit: side === 'BUY' ? 'amount' : 'shares',
    quantity: '',
    cents: '',
    expiry: 'never',
    expiresAt: '',
    postOnly: false,
    allOrNothing: false,
    tolerance: '0.02',
  };
}

/** Sums and shares are entered in hundredths. */
const HUNDREDTH = 10_000n;

/** Formats a quantity for its field: rounded down to `step`, in the user's locale. */
export function quantityText(micros: bigint, step = HUNDREDTH): string {
  return micros <= 0n ? '' : typedText(fromMicros(micros - (micros % step)));
}

/** Switches the side. The typed quantity is cleared, because its meaning differs there. */
export function withSide(form: TicketForm, side: Side): TicketForm {
  if (side === form.side) return form;
  return { ...form, side, unit: side === 'BUY' && form.type === 'market' ? 'amount' : 'shares', quantity: '' };
}

export function withType(form: TicketForm, type: TicketForm['type']): TicketForm {
  if (type === form.type) return form;
  return { ...form, type, unit: form.side === 'BUY' && type === 'market' ? 'amount' : 'shares', quantity: '' };
}

/** Switches the unit. The quantity is cleared, because five dollars are not five shares. */
export function withUnit(form: TicketForm, unit: TicketForm['unit']): TicketForm {
  return unit === form.unit ? form : { ...form, unit, quantity: '' };
}

/** Fills in a limit order for the shares up to a book level, at its price. A sell is capped at the shares owned. */
export function withPick(form: TicketForm, { side, price, size }: LevelPick, ownedMicros: bigint): TicketForm {
  const standing = toMicros(size) ?? 0n;
  const micros = side === 'SELL' && ownedMicros > 0n && ownedMicros < standing ? ownedMicros : standing;
  return {
    ...form,
    type: 'limit',
    side,
    unit: 'shares',
    cents: typedText(shiftDecimal(price, 2)),
    quantity: quantityText(micros),
  };
}

/** Converts typed cents to a price; null if the price would need more than six decimals. */
export function priceOfCents(micros: bigint): string | null {
  return micros % 100n === 0n ? fromMicros(micros / 100n) : null;
}

/** A level of the book that the user clicked to fill the ticket. */
export interface LevelPick {
  readonly tokenId: string;
  readonly price: string;
  /** Shares from the best price up to this level. */
  readonly size: string;
  /** Side that the user would trade: BUY from an ask, SELL to a bid. */
  readonly side: 'BUY' | 'SELL';
  /** Increases with every click, so that the same level can be picked twice. */
  readonly count: number;
}
