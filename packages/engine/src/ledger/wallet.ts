/** Wallets and their contents. Owned by `State`; only `apply` changes them. */
import type { AccountOrders } from '../orders/account-orders.ts';
import type { RelayNonces } from '../relay/nonces.ts';
import type { AccountId, Address, WalletId } from '../units/ids.ts';
import type { Micros } from '../units/micros.ts';
import type { Positions } from './positions.ts';

export interface Wallet {
  readonly id: WalletId;
  /** Changes at most once: when a borrowed address goes back to its owner. */
  address: Address;
  readonly account: AccountId;
  /**
   * True if the demo lent the address to the account, which cannot prove ownership: the owner may come and claim it.
   * Never true for an account's own address, its deposit wallet and wallets deployed by its signer.
   */
  borrowed: boolean;
  /** Collateral that can be spent, withdrawn or held. */
  free: Micros;
  /** Collateral held by open BUY orders. */
  held: Micros;
  /** Number of resting BUY orders that hold it. */
  buys: number;
  /** All positions that are not empty. */
  readonly positions: Positions;
}

export interface Account {
  readonly id: AccountId;
  readonly address: Address;
  readonly depositWallet: Address;
  readonly wallets: WalletId[];
  /** Resting orders of all wallets of the account. */
  readonly openOrders: AccountOrders;
  /** Valid API keys, in the order in which they were issued. */
  readonly apiKeys: Set<string>;
  /** Number of keys ever issued. */
  keysIssued: number;
  /** Number of relayed batches so far, by scheme. */
  readonly relayNonces: RelayNonces;
}

export interface ApiKey {
  readonly apiKey: string;
  readonly account: AccountId;
  readonly nonce: string;
  revoked: boolean;
}
