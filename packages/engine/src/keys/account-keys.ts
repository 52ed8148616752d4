/**
 * Keys of accounts: addresses that may sign for a wallet besides its owner, each with a label, scopes and an end. Owned by
 * `State`; only `apply` changes them. A key trades from its own account, so that its orders are its own to see and cancel,
 * while funds and positions are the wallet's.
 */
import { ExpiryQueue } from '../timers.ts';
import type { Address, WalletId } from '../units/units.ts';
import { assert } from '../units/units.ts';
import type { KeyAdded } from './events.ts';

/** Scopes with which a key may place orders. */
export const TRADING_SCOPES: readonly string[] = ['ALL', 'CLOB'];
/** Scopes with which a key may sign a batch of its wallet. */
export const BATCH_SCOPES: readonly string[] = ['ALL'];

export interface AccountKey extends Omit<KeyAdded, 'kind'> {
  /** True once its end has been recorded. */
  ended: boolean;
}

/** True if the key has one of the scopes; by default, if it may place orders. */
export const hasScope = ({ scopes }: Pick<AccountKey, 'scopes'>, needed = TRADING_SCOPES): boolean =>
  scopes.some((scope) => needed.includes(scope));

const NONE: ReadonlyMap<Address, AccountKey> = new Map();

export class AccountKeys {
  /** All keys, in the order in which they were last added. */
  readonly #all = new Set<AccountKey>();
  readonly #byWallet = new Map<WalletId, Map<Address, AccountKey>>();
  /** Keys whose end is still to come or to be recorded. */
  readonly ends = new ExpiryQueue<Readonly<AccountKey>>();

  get size(): number {
    return this.#all.size;
  }

  find(wallet: WalletId, key: Address): Readonly<AccountKey> | null {
    return this.#byWallet.get(wallet)?.get(key) ?? null;
  }

  /** Keys of a wallet, ended ones included. */
  ofWallet(wallet: WalletId): Iterable<Readonly<AccountKey>> {
    return (this.#byWallet.get(wallet) ?? NONE).values();
  }

  countOf(wallets: readonly WalletId[]): number {
    return wallets.reduce((sum, wallet) => sum + (this.#byWallet.get(wallet)?.size ?? 0), 0);
  }

  values(): Iterable<Readonly<AccountKey>> {
    return this.#all;
  }

  /** Adds a key, or replaces the key of that wallet and address. */
  add(key: Readonly<AccountKey>): void {
    if (this.find(key.wallet, key.key) !== null) this.remove(key.wallet, key.key);
    const added: AccountKey = { ...key };
    this.#all.add(added);
    const ofWallet = this.#byWallet.get(key.wallet) ?? new Map<Address, AccountKey>();
    ofWallet.set(key.key, added);
    this.#byWallet.set(key.wallet, ofWallet);
    if (!added.ended) this.ends.add(added);
  }

  end(wallet: WalletId, key: Address): void {
    const ended = this.#known(wallet, key);
    assert(!ended.ended, `key ${key} ends twice`);
    this.ends.remove(ended);
    ended.ended = true;
  }

  remove(wallet: WalletId, key: Address): void {
    const gone = this.#known(wallet, key);
    if (!gone.ended) this.ends.remove(gone);
    this.#all.delete(gone);
    const ofWallet = this.#byWallet.get(wallet);
    ofWallet?.delete(key);
    if (ofWallet?.size === 0) this.#byWallet.delete(wallet);
  }

  #known(wallet: WalletId, key: Address): AccountKey {
    const known = this.#byWallet.get(wallet)?.get(key);
    assert(known !== undefined, `wallet ${wallet} has no key ${key}`);
    return known;
  }

  snapshot(): AccountKey[] {
    return [...this.#all].map((key) => ({ ...key, scopes: [...key.scopes] }));
  }

  static restore(keys: readonly AccountKey[]): AccountKeys {
    const restored = new AccountKeys();
    for (const key of keys) restored.add({ ...key, scopes: [...key.scopes] });
    return restored;
  }
}

/** Calls `add` with every fact that affects decisions, including the order of the keys, for the state hash. */
export function keyFacts(
  keys: Readonly<AccountKeys>,
  add: (...facts: readonly (string | number | boolean)[]) => void,
): void {
  let place = 0;
  for (const { wallet, key, label, scopes, expiration, ended } of keys.values())
    add('signer', place++, wallet, key, label, scopes.join(), expiration, ended);
}
