/**
 * Which notifications traders have dropped. Kept in memory alone: what is dropped is a convenience of one client, and
 * after a restart the last two days are told again.
 */
import { FILLS_PER_TRADE_MAX } from '../schema/ledger-tables.ts';

/** Ids remembered for an account; the oldest are forgotten first. */
const DROPPED_IDS_MAX = 1_000;
const ID = /^(?:0|[1-9][0-9]{0,15})$/;

interface Drops {
  /** Every id up to this one. */
  to: number;
  readonly ids: Set<number>;
}

export class DroppedNotifications {
  readonly #byAccount = new Map<number, Drops>();

  of(account: number): { readonly droppedTo: number; readonly dropped: readonly number[] } {
    const drops = this.#byAccount.get(account);
    return { droppedTo: drops?.to ?? -1, dropped: drops === undefined ? [] : [...drops.ids] };
  }

  /** A comma list of ids; false when it is none. */
  drop(account: number, list: string): boolean {
    const texts = list === '' ? [] : list.split(',');
    if (!texts.every((text) => ID.test(text))) return false;
    const { ids } = this.#drops(account);
    for (const text of texts) {
      ids.add(Number(text));
      const [oldest] = ids;
      if (ids.size > DROPPED_IDS_MAX && oldest !== undefined) ids.delete(oldest);
    }
    return true;
  }

  /** Everything up to the fills of an entry. */
  dropAll(account: number, sequence: number): void {
    const drops = this.#drops(account);
    drops.to = (sequence + 1) * FILLS_PER_TRADE_MAX - 1;
    drops.ids.clear();
  }

  #drops(account: number): Drops {
    const known = this.#byAccount.get(account);
    if (known !== undefined) return known;
    const made: Drops = { to: -1, ids: new Set() };
    this.#byAccount.set(account, made);
    return made;
  }
}
