/** Wallets and their contents. Owned by `State`; only `apply` changes them. */
import type { AccountOrders } from '../orders/open-orders.ts';
import type { RelayNonces } from '../relay/commands.ts';
import type { Cost } from '../units/cost.ts';
import {
  type AccountId,
  type Address,
  address,
  type MarketId,
  type Micros,
  type WalletId,
  ZERO_MICROS,
} from '../units/units.ts';

/** Shares of both outcomes of one market, by outcome index: free shares, and shares held by open SELL orders. */
export interface Position {
  readonly free: [Micros, Micros];
  readonly held: [Micros, Micros];
  /** Number of resting SELL orders that hold them; null until the first. */
  sells: [number, number] | null;
  /** Cost of the market for the wallet so far. */
  cost: Cost;
}

export function emptyPosition(): Position {
  return { free: [ZERO_MICROS, ZERO_MICROS], held: [ZERO_MICROS, ZERO_MICROS], sells: null, cost: 0 };
}

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
  /** All positions that are not empty, in the order in which they were added. */
  readonly positions: Map<MarketId, Position>;
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
  keysIssued: number;
  /** Debt to the venue. Every credit pays it first: while it is above 0, all wallets are empty. */
  debt: Micros;
  /** Number of relayed batches so far, by scheme. */
  readonly relayNonces: RelayNonces;
}

export interface ApiKey {
  readonly apiKey: string;
  readonly account: AccountId;
  readonly nonce: string;
  revoked: boolean;
}

/** Prefix of addresses that the venue creates: they lie in a range that no key and no derivation can be made to hit. */
const RESERVED = `0x${'be11'.repeat(7)}`;
const PREFIX = `${RESERVED}be11`;
const HOUSE_PREFIX = `${RESERVED}40e5`;

/** The address of a house maker's account and wallet. */
export function houseAddress(house: number): Address {
  return address(`${HOUSE_PREFIX}${house.toString(16).padStart(8, '0')}`);
}

/** True for the address of a house maker, which is no person. */
export function isHouseAddress(candidate: string): boolean {
  return candidate.startsWith(HOUSE_PREFIX);
}

/** The address that the venue creates for a wallet whose borrowed address went back to its owner. */
export function releasedAddress(wallet: WalletId): Address {
  return address(`${PREFIX}${wallet.toString(16).padStart(8, '0')}`);
}

/** True for every address that the venue creates or may create: it can be neither borrowed nor claimed. */
export function isReservedAddress(candidate: Address): boolean {
  return candidate.startsWith(RESERVED);
}
