/** What stands in the ticket, and how it changes. Pure. */
import { fromMicros, shiftDecimal, toMicros } from '../format/decimal.ts';
import { typedText } from '../format/typed-number.ts';
import type { Side } from './estimate.ts';
import type { LevelPick } from './level-pick.ts';

export type Expiry = 'never' | 'hour' | 'day' | 'week' | 'custom';

/** How much worse than the book a market order may get, in collateral for a share. */
export const TOLERANCES = ['0', '0.01', '0.02', '0.05'] as const;
export type Tolerance = (typeof TOLERANCES)[number];

export interface TicketForm {
  readonly side: Side;
  readonly type: 'market' | 'limit';
  /** What the quantity counts. What is sold is always counted in shares. */
  readonly unit: 'amount' | 'shares';
  /** As typed. */
  readonly quantity: string;
  /** Limit price in cents, as typed. */
  readonly cents: string;
  readonly expiry: Expiry;
  /** Value of a `datetime-local` input, for `custom`. */
  readonly expiresAt: string;
  readonly postOnly: boolean;
  /** A market order fills whole or not at all. */
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

/** Text for a quantity field: cut down to `step`, as the reader's locale writes it. */
export function quantityText(micros: bigint, step = HUNDREDTH): string {
  return micros <= 0n ? '' : typedText(fromMicros(micros - (micros % step)));
}

/** The other side: what was typed meant something else there. */
export function withSide(form: TicketForm, side: Side): TicketForm {
  if (side === form.side) return form;
  return { ...form, side, unit: side === 'BUY' && form.type === 'market' ? 'amount' : 'shares', quantity: '' };
}

export function withType(form: TicketForm, type: TicketForm['type']): TicketForm {
  if (type === form.type) return form;
  return { ...form, type, unit: form.side === 'BUY' && type === 'market' ? 'amount' : 'shares', quantity: '' };
}

/** Another way to count: the quantity begins again, for five dollars are not five shares. */
export function withUnit(form: TicketForm, unit: TicketForm['unit']): TicketForm {
  return unit === form.unit ? form : { ...form, unit, quantity: '' };
}

/** A level of the book: a limit order at its price for what stands up to there; of what is sold, no more than is owned. */
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

/** Cents as typed to a price; cents have two more places than the price. */
export function priceOfCents(micros: bigint): string | null {
  return micros % 100n === 0n ? fromMicros(micros / 100n) : null;
}
