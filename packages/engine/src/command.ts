/**
 * Everything that can be asked of the exchange. Commands are imperative, plain JSON data, and carry numeric ids that
 * the caller has already looked up; the sequencer adds sequence number and time.
 */
import type { CommunityCommand } from './community/commands.ts';
import type { HeartbeatCommand } from './heartbeats/commands.ts';
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
import type { AdoptRules } from './rules.ts';
import type { AccountId, Address, CatalogId, MarketId, OrderId, Outcome, WalletId } from './units/ids.ts';
import type { Micros } from './units/micros.ts';
import type { OrderType, Side, VenueMode } from './units/terms.ts';

/**
 * Opens the account of a signing address and binds its own wallet and its deposit wallet, taking back what another
 * account borrowed. No effect if it is open and has both.
 */
export interface OpenAccount {
  readonly kind: 'OpenAccount';
  readonly address: Address;
  readonly depositWallet: Address;
  /** Credited once to each of the two wallets when it is bound, as far as starting balances go. */
  readonly startingBalance: Micros;
}

/** Lends an address that no one has to an account, without money. No effect if that account has it already. */
export interface BindWallet {
  readonly kind: 'BindWallet';
  readonly account: AccountId;
  readonly wallet: Address;
  /** Not credited any more; journals from before have it. */
  readonly startingBalance?: Micros;
}

/** Takes every borrowed address back, at most STEPS_PER_COMMAND_MAX a step: what a start without the demo does. */
export interface ReleaseWallets {
  readonly kind: 'ReleaseWallets';
}

/** Records that an API key is in use. No effect if it is. A revoked key stays revoked. */
export interface IssueApiKey {
  readonly kind: 'IssueApiKey';
  readonly account: AccountId;
  /** UUID derived from address and nonce by the gateway. */
  readonly apiKey: string;
  /** Decimal digits; of a builder key, which signs nothing in, `builder:` and digits. */
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
  /** The address that was asked for: refused when it is not the wallet's any more. Older journals lack it. */
  readonly address?: Address;
  readonly amount: Micros;
}

/** Takes free collateral of a wallet out of the venue. */
export interface Withdraw {
  readonly kind: 'Withdraw';
  readonly wallet: WalletId;
  /** As of `Deposit`. */
  readonly address?: Address;
  readonly amount: Micros;
}

/** Places a signed order whose signature the gateway has checked. */
export interface PlaceOrder {
  readonly kind: 'PlaceOrder';
  readonly orderId: OrderId;
  readonly account: AccountId;
  readonly wallet: WalletId;
  /** API key the request came with. */
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
 * Lends an address that no one has to the account and places its first order, both or neither: an order that is refused
 * leaves no wallet behind. If the account has the wallet by now, the order is placed alone.
 */
export interface BindAndPlace {
  readonly kind: 'BindAndPlace';
  readonly wallet: Address;
  /** Not credited any more; journals from before have it. */
  readonly startingBalance?: Micros;
  /** The order without its wallet, which has no number yet. */
  readonly order: Omit<PlaceOrder, 'wallet'>;
}

/** Cancels the named orders of an account; at most ORDERS_PER_CANCEL_MAX. */
export interface CancelOrders {
  readonly kind: 'CancelOrders';
  readonly account: AccountId;
  readonly orderIds: readonly OrderId[];
}

/** Cancels an account's open orders, all or of one market or outcome, at most ORDERS_PER_CANCEL_MAX at a time. */
export interface CancelMatching {
  readonly kind: 'CancelMatching';
  readonly account: AccountId;
  readonly market: MarketId | null;
  readonly outcome: Outcome | null;
}

/** Adds tags, series, events and markets: all of it or nothing. What is known by id already is left as it is. */
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
}

export interface UpdateMarket {
  readonly kind: 'UpdateMarket';
  readonly market: MarketId;
  readonly changes: Partial<MarketText & MarketTerms & MarketFlags>;
}

/**
 * Fixes the payouts of a market; orders are cancelled and holders paid by the `SettleMarket` commands that follow. A first
 * outcome that wins in a negative-risk event decides all markets of the event.
 */
export interface ResolveMarket {
  readonly kind: 'ResolveMarket';
  readonly market: MarketId;
  /** Per outcome in 1/10000, summing to 10000. */
  readonly payouts: readonly [number, number];
  /** With the last market of its event the event is closed, too. Journals from before this was so do not say it. */
  readonly closesEvent?: true;
}

/** Fixes the payouts of all markets of a negative-risk event that are not resolved yet, and closes the event. */
export interface ResolveEvent {
  readonly kind: 'ResolveEvent';
  readonly catalogEvent: CatalogId;
  /** Markets whose first outcomes share 1 in equal parts, usually one; null: all that are not resolved, a void. */
  readonly winners: readonly MarketId[] | null;
}

/** Issued by the sequencer: the next bounded step of cancelling and paying out a resolved market. */
export interface SettleMarket {
  readonly kind: 'SettleMarket';
  readonly market: MarketId;
}

/** Issued by the sequencer: cancels orders whose expiration is not after the command's time, in bounded steps. */
export interface ExpireOrders {
  readonly kind: 'ExpireOrders';
}

/** Issued by the sequencer: ends the trading of markets whose closing time has come, in bounded steps. */
export interface EndTrading {
  readonly kind: 'EndTrading';
}

export interface SetMode {
  readonly kind: 'SetMode';
  readonly mode: VenueMode;
}

export type Command = Requested & CommandBody;

type CommandBody =
  | OpenAccount
  | BindWallet
  | ReleaseWallets
  | IssueApiKey
  | RevokeApiKey
  | Deposit
  | Withdraw
  | PlaceOrder
  | BindAndPlace
  | CancelOrders
  | CancelMatching
  | SplitPosition
  | MergePositions
  | ConvertPositions
  | RelayTransaction
  | AddToCatalog
  | UpdateCatalogEvent
  | UpdateMarket
  | ResolveMarket
  | ResolveEvent
  | SettleMarket
  | ExpireOrders
  | EndTrading
  | SetMode
  | AdoptRules
  | RecordRequest
  | HeartbeatCommand
  | CommunityCommand;

/** Place of a command in the venue's single order of things. */
export interface Stamp {
  /** Entry sequence number, from 1, without gaps over journaled entries. */
  readonly sequence: number;
  /** Unix milliseconds, never decreasing. */
  readonly timeMs: number;
}
