/**
 * Commands of keys: further addresses that may sign for a wallet of an account. The account's own address is no key; it
 * adds and revokes them.
 */
import type { AccountId, Address, WalletId } from '../units/units.ts';

/** Adds a key to a wallet, or replaces what is known about it. No effect if nothing differs. */
export interface AddKey {
  readonly kind: 'AddKey';
  /** Owner of the wallet. */
  readonly account: AccountId;
  readonly wallet: WalletId;
  /** Address of the key. */
  readonly key: Address;
  /** Name that the owner gives it, or ''. */
  readonly label: string;
  /** What the key may do; orders need one of `TRADING_SCOPES`. Other scopes are kept and shown. */
  readonly scopes: readonly string[];
  /** Unix seconds from which on the key counts for nothing. */
  readonly expiration: number;
}

/** Removes a key and cancels the open orders that it signed. */
export interface RevokeKey {
  readonly kind: 'RevokeKey';
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly key: Address;
}

/** Issued by the sequencer: records that a key has come to its end and cancels the open orders that it signed. */
export interface EndKeys {
  readonly kind: 'EndKeys';
}

export type KeyCommand = AddKey | RevokeKey | EndKeys;
