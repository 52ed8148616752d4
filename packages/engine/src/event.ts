/**
 * All events of the exchange. Events are past tense, plain JSON data, and complete: `apply` needs only the previous
 * state and the event. They are the truth; the journal keeps them with the command that caused them.
 */

import type { AskingEvent } from './asking/events.ts';
import type { CommunityEvent } from './community/events.ts';
import type { GrantEvent } from './grants/events.ts';
import type { HeartbeatEvent } from './heartbeats/events.ts';
import type { HouseEvent } from './house/terms.ts';
import type { KeyEvent } from './keys/events.ts';
import type { LooksSet } from './looks/looks.ts';
import type {
  AddedMarket,
  CatalogEventDefinition,
  CatalogEventText,
  MarketFlags,
  MarketTerms,
  MarketText,
  SeriesDefinition,
  TagDefinition,
} from './market/definition.ts';
import type { RelayEvent } from './relay/events.ts';
import type { RequestKept } from './requests/request.ts';
import type { ResultEvent } from './results/events.ts';
import type { RightsEvent } from './rights/events.ts';
import type { RulesAdopted } from './rules.ts';
import type {
  AccountId,
  Address,
  CatalogId,
  MarketId,
  Micros,
  OrderId,
  OrderNumber,
  OrderType,
  Outcome,
  Price,
  Side,
  VenueMode,
  WalletId,
} from './units/units.ts';

export interface AccountOpened {
  readonly kind: 'AccountOpened';
  readonly account: AccountId;
  readonly address: Address;
  readonly depositWallet: Address;
}

/** A wallet now belongs to an account; `credit` (may be 0) came from outside. */
export interface WalletBound {
  readonly kind: 'WalletBound';
  readonly wallet: WalletId;
  readonly account: AccountId;
  readonly address: Address;
  readonly credit: Micros;
  /** True if the address is derived from the account's address and its signer deployed the wallet: it is not a loan. */
  readonly derived?: true;
}

/**
 * A borrowed address went back to its owner. The wallet continues under `address`, created by the venue: its contents
 * and its open orders stay with the account that has it.
 */
export interface WalletReleased {
  readonly kind: 'WalletReleased';
  readonly wallet: WalletId;
  readonly address: Address;
}

/** Free collateral moved between two wallets of an account: an order of a borrowed wallet draws the missing amount. */
export interface CollateralMoved {
  readonly kind: 'CollateralMoved';
  readonly from: WalletId;
  readonly to: WalletId;
  readonly amount: Micros;
}

export interface ApiKeyIssued {
  readonly kind: 'ApiKeyIssued';
  readonly account: AccountId;
  readonly apiKey: string;
  readonly nonce: string;
}

export interface ApiKeyRevoked {
  readonly kind: 'ApiKeyRevoked';
  readonly account: AccountId;
  readonly apiKey: string;
}

export interface Deposited {
  readonly kind: 'Deposited';
  readonly wallet: WalletId;
  readonly amount: Micros;
}

export interface Withdrawn {
  readonly kind: 'Withdrawn';
  readonly wallet: WalletId;
  readonly amount: Micros;
}

/** An order passed every check and has a number; its effects follow in the same entry. */
export interface OrderAccepted {
  readonly kind: 'OrderAccepted';
  readonly order: OrderNumber;
  readonly orderId: OrderId;
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly apiKey: string;
  readonly market: MarketId;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly type: OrderType;
  /** Limit price of the order's own outcome. */
  readonly price: Price;
  /** Shares of the signed order. */
  readonly size: Micros;
  /** Unix seconds; 0 unless GTD. */
  readonly expiration: number;
  readonly builder: string;
}

/** Kind of a maker leg: shares change hands, a pair is created, or a pair is dissolved. */
export type LegKind = 'transfer' | 'mint' | 'merge';

/** One maker's part of a trade, in the maker's own terms. */
export interface MakerLeg {
  readonly order: OrderNumber;
  readonly wallet: WalletId;
  readonly settlement: LegKind;
  readonly side: Side;
  readonly outcome: Outcome;
  /** The maker's own limit price for its own outcome. */
  readonly price: Price;
  readonly size: Micros;
  /** Collateral that the maker gave (BUY) or got (SELL). */
  readonly collateral: Micros;
  /** Collateral that the taker gave (BUY) or got (SELL) in this leg, before the fee. */
  readonly takerCollateral: Micros;
  /** Unfilled size of the maker's order afterwards; 0 = filled and removed. */
  readonly remaining: Micros;
  /** Amount that the maker's order still holds afterwards: collateral for BUY, shares for SELL. */
  readonly held: Micros;
}

/** The whole match of one taker order. */
export interface TradeExecuted {
  readonly kind: 'TradeExecuted';
  readonly market: MarketId;
  readonly order: OrderNumber;
  readonly wallet: WalletId;
  readonly side: Side;
  readonly outcome: Outcome;
  /** Shares that the taker got (BUY) or gave (SELL). */
  readonly size: Micros;
  /** Collateral that the taker gave (BUY) or got (SELL), before the fee. */
  readonly collateral: Micros;
  /** Paid by the taker in addition (BUY) or out of the proceeds (SELL), to the venue's fee account. */
  readonly fee: Micros;
  readonly legs: readonly MakerLeg[];
}

/** The rest of an accepted order went into the book. */
export interface OrderRested {
  readonly kind: 'OrderRested';
  readonly order: OrderNumber;
  readonly remaining: Micros;
  /** Held from the wallet: collateral including the fee reserve for BUY, shares for SELL. */
  readonly held: Micros;
}

/** An accepted order ended without resting: filled, or the rest of a FAK dropped. */
export interface OrderCompleted {
  readonly kind: 'OrderCompleted';
  readonly order: OrderNumber;
}

/**
 * `heartbeat`: its API key missed one, or was revoked while armed. `trading_ended`: the closing time came. `key_revoked`,
 * `key_ended`: the key that signed it may no longer trade. `result_reversed`: the account owes what it held. `suspended`: its
 * account or the wallet's owner is.
 */
export type CancelReason =
  | ('user' | 'self_trade' | 'expired' | 'market_resolved' | 'heartbeat' | 'trading_ended' | 'key_revoked')
  | ('key_ended' | 'result_reversed' | 'suspended');

/** A resting order left the book; the amount it held is free again. */
export interface OrderCanceled {
  readonly kind: 'OrderCanceled';
  readonly order: OrderNumber;
  readonly reason: CancelReason;
}

export interface PositionSplit {
  readonly kind: 'PositionSplit';
  readonly wallet: WalletId;
  readonly market: MarketId;
  readonly amount: Micros;
}

export interface PositionsMerged {
  readonly kind: 'PositionsMerged';
  readonly wallet: WalletId;
  readonly market: MarketId;
  readonly amount: Micros;
}

export interface PositionsConverted {
  readonly kind: 'PositionsConverted';
  readonly wallet: WalletId;
  readonly catalogEvent: CatalogId;
  /** Markets whose second outcome (NO) was given. */
  readonly given: readonly MarketId[];
  /** Markets whose first outcome (YES) was received. */
  readonly received: readonly MarketId[];
  readonly amount: Micros;
  /** Collateral received: amount * (given - 1). */
  readonly collateral: Micros;
}

export interface TagAdded {
  readonly kind: 'TagAdded';
  readonly tag: TagDefinition & { readonly id: CatalogId };
}

export interface SeriesAdded {
  readonly kind: 'SeriesAdded';
  readonly series: SeriesDefinition & { readonly id: CatalogId };
}

export interface CatalogEventAdded {
  readonly kind: 'CatalogEventAdded';
  readonly event: CatalogEventDefinition & { readonly id: CatalogId };
}

export interface MarketAdded extends AddedMarket {
  readonly kind: 'MarketAdded';
}

export interface CatalogEventUpdated {
  readonly kind: 'CatalogEventUpdated';
  readonly catalogEvent: CatalogId;
  readonly changes: Partial<CatalogEventText & { active: boolean; closed: boolean; archived: boolean }>;
}

export interface MarketUpdated {
  readonly kind: 'MarketUpdated';
  readonly market: MarketId;
  readonly changes: Partial<MarketText & MarketTerms & MarketFlags>;
}

/** A market reached its closing time; its resting orders are cancelled next. */
export interface TradingEnded {
  readonly kind: 'TradingEnded';
  readonly market: MarketId;
}

/** Payouts are fixed and the market takes no more orders; settlement follows. */
export interface MarketResolved {
  readonly kind: 'MarketResolved';
  readonly market: MarketId;
  /** Per outcome in 1/10000; [0, 0] for a refund. */
  readonly payouts: readonly [number, number];
  /** No share pays anything: the cost is given back once all markets of the refund are empty. */
  readonly refund?: true;
}

/** A wallet's whole position in a resolved market was exchanged for its payout. */
export interface PayoutMade {
  readonly kind: 'PayoutMade';
  readonly market: MarketId;
  readonly wallet: WalletId;
  /** Shares of each outcome redeemed. */
  readonly shares: readonly [Micros, Micros];
  readonly collateral: Micros;
}

/** The market is empty: it has no orders, no positions and no locked collateral. */
export interface MarketSettled {
  readonly kind: 'MarketSettled';
  readonly market: MarketId;
  /** Rounding remainder of fractional payouts, for the venue's fee account. */
  readonly remainder: Micros;
}

export interface ModeSet {
  readonly kind: 'ModeSet';
  readonly mode: VenueMode;
}

export type Event =
  | (AccountOpened | WalletBound | WalletReleased | CollateralMoved | ApiKeyIssued | ApiKeyRevoked | Deposited)
  | (Withdrawn | OrderAccepted | TradeExecuted | OrderRested | OrderCompleted | OrderCanceled | PositionSplit)
  | (PositionsMerged | PositionsConverted | TagAdded | SeriesAdded | CatalogEventAdded | MarketAdded)
  | (CatalogEventUpdated | MarketUpdated | TradingEnded | MarketResolved | PayoutMade | MarketSettled | ModeSet)
  | (RulesAdopted | RequestKept | RelayEvent | ResultEvent | HeartbeatEvent | KeyEvent | CommunityEvent)
  | (AskingEvent | RightsEvent | HouseEvent | GrantEvent | LooksSet);

/** A journaled command with its events. The sequence of entries is the venue's history. */
export interface Entry<C = unknown> {
  readonly sequence: number;
  readonly timeMs: number;
  readonly command: C;
  readonly events: readonly Event[];
}
