/** The command and the events of house makers. */
import type { House, HouseId } from '../market/house.ts';
import type { Micros, OrderNumber } from '../units/units.ts';

/** Issued by the sequencer before anything else: renews the quotes on the first curve whose quotes are due. */
export type QuoteHouse = { readonly kind: 'QuoteHouse' };

export interface HouseOpened extends Omit<House, 'id'> {
  readonly kind: 'HouseOpened';
  readonly house: HouseId;
}

/** Standing orders of the house follow the curve. Orders that it drops or adds are told by their own events. */
export interface HouseQuoted {
  readonly kind: 'HouseQuoted';
  /** Index among the curves of all houses. */
  readonly curve: number;
  /** Orders whose size changes, with their new remaining size, above 0, and the collateral held for it. */
  readonly resized: readonly (readonly [order: OrderNumber, remaining: Micros, held: Micros])[];
  /** True if a level is left out because it would meet an order of someone else. */
  readonly withheld: boolean;
}

export type HouseEvent = HouseOpened | HouseQuoted;
