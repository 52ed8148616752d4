/** State of the house makers. Owned by `State`; only `apply` changes it. */
import type { Curve, House } from '../market/house.ts';
import type { Market } from '../market/market.ts';
import { assert } from '../units/units.ts';

/** Plain-data form for snapshots. */
export interface HousesSnapshot {
  readonly houses: readonly House[];
  /** Curves of which a level is left out. */
  readonly withheld: readonly number[];
  /** Curves of which an answer has had a result. */
  readonly decided: readonly number[];
  readonly due: readonly (readonly [curve: number, anywhere: boolean])[];
}

export class Houses {
  readonly all: House[] = [];
  readonly curves: Curve[] = [];
  /**
   * Curves whose quotes may have to move; true: anywhere, not only where the best quotes are no longer those at the
   * price.
   */
  readonly due = new Map<number, boolean>();

  open(house: House, markets: readonly Market[]): void {
    assert(house.id === this.all.length, `house ${house.id} is out of turn`);
    this.all.push(house);
    for (const terms of house.curves) {
      const curve = { ...terms, id: this.curves.length, house, withheld: false, decided: false };
      this.curves.push(curve);
      for (const id of terms.markets) (markets[id] as Market).curve = curve;
    }
  }

  snapshot(): HousesSnapshot {
    const idsOf = (name: 'withheld' | 'decided') => this.curves.filter((curve) => curve[name]).map(({ id }) => id);
    const [withheld, decided] = [idsOf('withheld'), idsOf('decided')];
    return { houses: this.all.map((house) => ({ ...house })), withheld, decided, due: [...this.due] };
  }

  restore({ houses, withheld, decided, due }: HousesSnapshot, markets: readonly Market[]): void {
    for (const house of houses) this.open({ ...house }, markets);
    for (const id of withheld) (this.curves[id] as Curve).withheld = true;
    for (const id of decided) (this.curves[id] as Curve).decided = true;
    for (const [id, anywhere] of due) this.due.set(id, anywhere);
  }

  /** Calls `add` with every fact that affects decisions, for the fingerprint of the state. */
  facts(add: (...facts: readonly (string | number | boolean)[]) => void): void {
    for (const house of this.all) add('house', JSON.stringify(house));
    for (const { id, withheld, decided } of this.curves) if (withheld || decided) add('curve', id, withheld, decided);
    for (const [id, anywhere] of this.due) add('quotes due', id, anywhere);
  }
}

/** Notes that the quotes in a market may have to move; no effect if no house makes it. */
export function quoteAnew({ due }: Houses, { curve }: Market): void {
  if (curve !== null) due.set(curve.id, true);
}
