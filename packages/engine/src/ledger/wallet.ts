/** Wallets and what they own. Owned by `State`; only `apply` changes them. */
import type { AccountOrders } from '../orders/account-orders.ts';
import type { RelayNonces } from '../relay/nonces.ts';
import type { AccountId, Address, WalletId } from '../units/ids.ts';
import type { Micros } from '../units/micros.ts';
import type { Positions } from './positions.ts';

export interface Wallet {
  readonly id: WalletId;
  /** Changes once at most: when a borrowed address goes back to its owner. */
  address: Address;
  readonly account: AccountId;
  /**
   * The demo lent the address to the account, which can prove no right to it: its owner may come and claim it. Never
   * true of an account's own address, its deposit wallet and what its signer has deployed.
   */
  borrowed: boolean;
  /** Collateral that can be spent, withdrawn or held. */
  free: Micros;
  /** Collateral held by open BUY orders. */
  held: Micros;
  /** How many resting BUY orders hold it. */
  buys: number;
  /** Every position that is not empty. */
  readonly positions: Positions;
}

export interface Account {
  readonly id: AccountId;
  readonly address: Address;
  readonly depositWallet: Address;
  readonly wallets: WalletId[];
  /** Resting orders of all its wallets. */
  readonly openOrders: AccountOrders;
  /** Its keys that are valid, in the order in which they were issued. */
  readonly apiKeys: Set<string>;
  /** Keys that it was ever issued. */
  keysIssued: number;
  /** Relayed batches so far, by scheme. */
  readonly relayNonces: RelayNonces;
}

export interface ApiKey {
  readonly apiKey: string;
  readonly account: AccountId;
  readonly nonce: string;
  revoked: boolean;
}
