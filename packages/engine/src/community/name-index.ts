/**
 * Holders of names, indexed by looks. Old journals, from before names were compared by looks, contain accounts with
 * names that look alike. Each keeps its name, and no other account can take it while one of them has it.
 */
import type { AccountId } from '../units/ids.ts';
import { looksOf } from './look-alikes.ts';

export class NameIndex {
  readonly #holders = new Map<string, Set<AccountId>>();

  add(account: AccountId, name: string): void {
    for (const look of looksOf(name)) {
      const holders = this.#holders.get(look);
      if (holders === undefined) this.#holders.set(look, new Set([account]));
      else holders.add(account);
    }
  }

  delete(account: AccountId, name: string): void {
    for (const look of looksOf(name)) {
      const holders = this.#holders.get(look);
      holders?.delete(account);
      if (holders?.size === 0) this.#holders.delete(look);
    }
  }

  /** True if another account has a name that looks like this one. */
  isTaken(name: string, account: AccountId): boolean {
    for (const look of looksOf(name)) {
      for (const holder of this.#holders.get(look) ?? []) if (holder !== account) return true;
    }
    return false;
  }
}
