/**
 * All commands of the exchange. Commands are imperative, plain JSON data, and carry numeric ids that the caller has
 * already looked up. The sequencer adds sequence number and time.
 */
import type { AskingCommand } from './asking/commands.ts';
import type { CommunityCommand } from './community/commands.ts';
import type { GrantCommand } from './grants/commands.ts';
import type { HeartbeatCommand } from './heartbeats/commands.ts';
import type { QuoteHouse } from './house/terms.ts';
import type { KeyCommand } from './keys/commands.ts';
import type { SetLooks } from './looks/looks.ts';
import type {
  CatalogEventText,
  CatalogEventWithMarkets,
  MarketDefinition,
  MarketFlags,
  MarketTerms,
  MarketText,
  SeriesDefinition,
  TagDefinition,
} from './market/definition.ts';
import type { ConvertPositions, MergePositions, SplitPosition } from './positions/commands.ts';
import type { RelayTransaction } from './relay/commands.ts';
import type { RecordRequest, Requested } from './requests/request.ts';
import type { ResultCommand } from './results/commands.ts';
import type { Acted } from './rights/act.ts';
import type { RightsCommand } from './rights/commands.ts';
import type { AdoptRules } from './rules.ts';
import type {
  AccountId,
  Address,
  CatalogId,
  MarketId,
  Micros,
  OrderId,
  OrderType,
  Outcome,
  Side,
  VenueMode,
  WalletId,
} from './units/units.ts';

/**
 * Opens the account of a signing address and binds its own wallet and its deposit wallet, reclaiming them if another
 * account has borrowed them. No effect if the account is open and has both.
 */
export interface OpenAccount {
  readonly kind: 'OpenAccount';
  readonly address: Address;
  readonly depositWallet: Address;
  /** Credited once to each of the two wallets when it is bound, within the limit for starting balances. */
  readonly startingBalance: Micros;
}

/** Lends an unused address to an account, without money. No effect if the account already has the address. */
export interface BindWallet {
  readonly kind: 'BindWallet';
  readonly account: AccountId;
  readonly wallet: Address;
  /** No longer credited; older journals contain it. */
  readonly startingBalance?: Micros;
}

/** Reclaims all borrowed addresses, at most STEPS_PER_COMMAND_MAX per step. A start without the demo does this. */
export interface ReleaseWallets {
  readonly kind: 'ReleaseWallets';
}

/** Records that an API key is in use. No effect if it already is. A revoked key stays revoked. */
export interface IssueApiKey {
  readonly kind: 'IssueApiKey';
  readonly account: AccountId;
  /** UUID derived from address and nonce by the gateway. */
  readonly apiKey: string;
  /** Decimal digits. For a builder key, which cannot sign in: `builder:` and digits. */
  readonly nonce: string;
}

export interface RevokeApiKey {
  readonly kind: 'RevokeApiKey';
  readonly account: AccountId;
  readonly apiKey: string;
}

/** Credits collateral to a wallet from outside. */
export interface Deposit {
  readonly kind: 'Deposit';
  readonly wallet: WalletId;
  /** The requested address: refused if the wallet no longer has it. Missing in older journals. */
  readonly address?: Address;
  readonly amount: Micros;
}

/** Withdraws free collateral of a wallet from the venue. */
export interface Withdraw {
  readonly kind: 'Withdraw';
  readonly wallet: WalletId;
  /** Same meaning as in `Deposit`. */
  readonly address?: Address;
  readonly amount: Micros;
}

/** Places a signed order whose signature the gateway has checked. */
export interface PlaceOrder {
  readonly kind: 'PlaceOrder';
  readonly orderId: OrderId;
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly apiKey: string;
  readonly market: MarketId;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly type: OrderType;
  readonly postOnly: boolean;
  /** BUY: collateral offered; SELL: shares offered. */
  readonly makerAmount: Micros;
  /** BUY: shares wanted; SELL: collateral wanted. */
  readonly takerAmount: Micros;
  /** Unix seconds; 0 unless GTD. */
  readonly expiration: number;
  /** Non-zero 32-byte builder code in hex, or ''. */
  readonly builder: string;
}

/**
 * Lends an unused address to the account and places its first order, both or neither: a refused order leaves no wallet
 * behind. If the account already has the wallet, only the order is placed.
 */
export interface BindAndPlace {
  readonly kind: 'BindAndPlace';
  readonly wallet: Address;
  /** No longer credited; older journals contain it. */
  readonly startingBalance?: Micros;
  /** The order without its wallet, which does not have a number yet. */
  readonly order: Omit<PlaceOrder, 'wallet'>;
}

/** Cancels the named orders of an account; at most ORDERS_PER_CANCEL_MAX. */
export interface CancelOrders {
  readonly kind: 'CancelOrders';
  readonly account: AccountId;
  readonly orderIds: readonly OrderId[];
}

/** Cancels an account's open orders, all or those of one market or outcome, at most ORDERS_PER_CANCEL_MAX at a time. */
export interface CancelMatching {
  readonly kind: 'CancelMatching';
  readonly account: AccountId;
  readonly market: MarketId | null;
  readonly outcome: Outcome | null;
}

/** Adds tags, series, events and markets, all or nothing. Items with known ids stay unchanged. */
export interface AddToCatalog {
  readonly kind: 'AddToCatalog';
  readonly tags: readonly TagDefinition[];
  readonly series: readonly SeriesDefinition[];
  readonly events: readonly CatalogEventWithMarkets[];
  /** Markets without an event. */
  readonly markets: readonly MarketDefinition[];
}

export interface UpdateCatalogEvent {
  readonly kind: 'UpdateCatalogEvent';
  readonly catalogEvent: CatalogId;
  readonly changes: Partial<CatalogEventText & { active: boolean; closed: boolean; archived: boolean }>;
  /** Opening time of all its markets that have not opened yet; see `MarketTerms`. */
  readonly openTimeMs?: number | null;
}

export interface UpdateMarket {
  readonly kind: 'UpdateMarket';
  readonly market: MarketId;
  readonly changes: Partial<MarketText & MarketTerms & MarketFlags>;
}

/**
 * Fixes the payouts of a market. Subsequent `SettleMarket` commands cancel orders and pay holders. If the first outcome
 * wins in a negative-risk event, this decides all markets of the event.
 */
export interface ResolveMarket {
  readonly kind: 'ResolveMarket';
  readonly market: MarketId;
  /** Per outcome in 1/10000, summing to 10000. */
  readonly payouts: readonly [number, number];
  /** True to close the event along with its last market. Missing in journals from before this rule. */
  readonly closesEvent?: true;
}

/** Fixes the payouts of all unresolved markets of a negative-risk event, and closes the event. */
export interface ResolveEvent {
  readonly kind: 'ResolveEvent';
  readonly catalogEvent: CatalogId;
  /** Markets whose first outcomes share 1 in equal parts, usually one; null: a void of all unresolved markets. */
  readonly winners: readonly MarketId[] | null;
}

/** Issued by the sequencer: the next bounded step of cancelling orders in a resolved market and paying its holders. */
export interface SettleMarket {
  readonly kind: 'SettleMarket';
  readonly market: MarketId;
}

/** Issued by the sequencer: cancels orders that have expired by the command's time, in bounded steps. */
export interface ExpireOrders {
  readonly kind: 'ExpireOrders';
}

/** Issued by the sequencer: ends trading in markets that have reached their closing time, in bounded steps. */
export interface EndTrading {
  readonly kind: 'EndTrading';
}

export interface SetMode {
  readonly kind: 'SetMode';
  readonly mode: VenueMode;
}

export type Command = Requested & Acted & CommandBody;

type CommandBody =
  | (OpenAccount | BindWallet | ReleaseWallets | IssueApiKey | RevokeApiKey | Deposit | Withdraw | PlaceOrder)
  | (BindAndPlace | CancelOrders | CancelMatching | SplitPosition | MergePositions | ConvertPositions)
  | (RelayTransaction | AddToCatalog | UpdateCatalogEvent | UpdateMarket | ResolveMarket | ResolveEvent)
  | (SettleMarket | ExpireOrders | EndTrading | SetMode | AdoptRules | RecordRequest | ResultCommand)
  | (HeartbeatCommand | KeyCommand | CommunityCommand | AskingCommand | GrantCommand | RightsCommand | QuoteHouse)
  | SetLooks;

/** Position of a command in the venue's total order. */
export interface Stamp {
  /** Sequence number of the entry, from 1, without gaps between journaled entries. */
  readonly sequence: number;
  /** Unix milliseconds, never decreasing. */
  readonly timeMs: number;
}
