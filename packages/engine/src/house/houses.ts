/** State of the house makers. Owned by `State`; only `apply` changes it. */

import type { House, HouseId } from '../market/house.ts';
import type { Market } from '../market/market.ts';
import { assert } from '../units/units.ts';

/** Plain-data form for snapshots. */
export interface HousesSnapshot {
  readonly houses: readonly House[];
  readonly due: readonly (readonly [HouseId, boolean])[];
}

export class Houses {
  readonly all: House[] = [];
  /**
   * House makers whose quotes may no longer be those of their curves; true: anywhere, not only where the best quotes are
   * no longer those at the price.
   */
  readonly due = new Map<HouseId, boolean>();

  open(house: House, markets: readonly Market[]): void {
    assert(house.id === this.all.length, `house ${house.id} is out of turn`);
    this.all.push(house);
    for (const { markets: own } of house.curves) for (const id of own) (markets[id] as Market).house = house;
  }

  snapshot(): HousesSnapshot {
    return { houses: this.all.map((house) => ({ ...house })), due: [...this.due] };
  }

  restore({ houses, due }: HousesSnapshot, markets: readonly Market[]): void {
    for (const house of houses) this.open({ ...house }, markets);
    for (const [id, anywhere] of due) this.due.set(id, anywhere);
  }

  /** Calls `add` with every fact that affects decisions, for the fingerprint of the state. */
  facts(add: (...facts: readonly (string | number)[]) => void): void {
    for (const house of this.all) add('house', JSON.stringify(house));
    if (this.due.size > 0) add('quotes due', [...this.due].join());
  }
}

/** Notes that the quotes in a market may have to move; no effect if no house makes it. */
export function quoteAnew({ due }: Houses, { house }: Market): void {
  if (house !== null) due.set(house.id, true);
}
