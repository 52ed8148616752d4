/**
 * Catalog data: tags, series, events and markets, as plain data in commands and events. The engine reads ids, slugs and
 * trading terms and passes the text on to the projections without keeping it.
 * Dates are ISO 8601 strings in UTC or '' if unknown; missing text is ''.
 */
import type { CatalogId, ConditionId, MarketId, Micros, TokenId } from '../units/units.ts';
import type { HouseTerms } from './house.ts';

export interface TagDefinition {
  /** null: the engine assigns the next free id. */
  readonly id: CatalogId | null;
  readonly label: string;
  readonly slug: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly requiresTranslation: boolean;
}

export interface SeriesDefinition {
  readonly id: CatalogId | null;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly seriesType: string;
  readonly recurrence: string;
  readonly image: string;
  readonly icon: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Mutable text that events and markets have in common. */
interface CatalogText {
  readonly description: string;
  readonly resolutionSource: string;
  readonly image: string;
  readonly icon: string;
  readonly startDate: string;
  readonly endDate: string;
}

export interface CatalogEventText extends CatalogText {
  readonly ticker: string;
  readonly title: string;
}

export interface CatalogEventDefinition extends CatalogEventText {
  readonly id: CatalogId | null;
  readonly slug: string;
  readonly creationDate: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  /** True if exactly one of the event's markets resolves to its first outcome. */
  readonly negRisk: boolean;
  /** Public id of the negative-risk group, or ''. */
  readonly negRiskMarketId: string;
  /** Slugs of tags, each defined in the same command or already known. */
  readonly tagSlugs: readonly string[];
  /** Slugs of series, each defined in the same command or already known. */
  readonly seriesSlugs: readonly string[];
  /** Sites the event is available on; empty = everywhere. */
  readonly sites: readonly string[];
  /** Address or site that created it, or ''. */
  readonly creator: string;
  /** Free-form data, stored unchanged. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface MarketText extends CatalogText {
  readonly question: string;
  readonly gameStartTime: string;
  /** Short name of this market's outcome within its event, or ''. */
  readonly groupItemTitle: string;
}

/** Mutable trading terms of a market. */
export interface MarketTerms {
  /** Tick in 1/10000: one of TICKS. */
  readonly tick: number;
  /** Smallest size of a resting order, in micro-shares. */
  readonly minimumSize: Micros;
  /** Taker fee rate in 1/10000: 0..10000. */
  readonly takerFeeRate: number;
  /** For display only; makers never pay. 0..10000. */
  readonly makerFeeRate: number;
  /** Unix milliseconds from which no order is taken or rests. null or absent: trading ends with the result. */
  readonly closeTimeMs?: number | null;
  /** Unix milliseconds before which no order is taken. null or absent: trading is open. */
  readonly openTimeMs?: number | null;
}

export interface MarketFlags {
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly acceptingOrders: boolean;
}

/** Daily rewards for makers, in units of an asset. */
export type RewardsRate = { readonly assetAddress: string; readonly dailyRate: number };

export interface MarketDefinition extends MarketText, MarketTerms, MarketFlags {
  /** null: the engine assigns the next free public id. */
  readonly id: CatalogId | null;
  readonly conditionId: ConditionId;
  readonly questionId: string;
  readonly slug: string;
  readonly outcomes: readonly [string, string];
  readonly tokenIds: readonly [TokenId, TokenId];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Negative-risk data as published; `negRisk` of an event's market equals that of its event. */
  readonly negRisk: boolean;
  readonly negRiskMarketId: string;
  readonly negRiskRequestId: string;
  readonly fpmm: string;
  readonly notificationsEnabled: boolean;
  readonly enableOrderBook: boolean;
  readonly acceptingOrderTimestamp: string;
  readonly secondsDelay: number;
  readonly rewardsMinSize: number;
  readonly rewardsMaxSpread: number;
  readonly is5050Outcome: boolean;
  /** Labels of tags for a market without an event; empty otherwise. */
  readonly tagLabels: readonly string[];
  /** Payout per outcome in 1/10000 if it was imported already resolved; null otherwise. */
  readonly payouts: readonly [number, number] | null;
  /** Price of the first outcome in 1/20000 if it was imported closed and without a result; absent otherwise. */
  readonly recordedPriceHalfTicks?: number;
  /** Recorded daily rewards for makers, for display only; absent if there are none. */
  readonly rewardsRates?: readonly RewardsRate[];
}

export interface CatalogEventWithMarkets {
  readonly event: CatalogEventDefinition;
  readonly markets: readonly MarketDefinition[];
  /** Makes the house quote the event's markets; only for an event that the command adds. */
  readonly house?: HouseTerms;
}

/** A market as added: its engine index and its final public id. */
export interface AddedMarket {
  readonly market: MarketId;
  readonly definition: MarketDefinition & { readonly id: CatalogId };
  /** null for a market without an event. */
  readonly catalogEvent: CatalogId | null;
}
