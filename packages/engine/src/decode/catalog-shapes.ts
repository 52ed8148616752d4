/** Shapes of catalog data: whole definitions, and their mutable fields. */
import { METADATA_DEPTH_MAX } from '../limits.ts';
import type {
  CatalogEventDefinition,
  CatalogEventText,
  CatalogEventWithMarkets,
  MarketDefinition,
  MarketFlags,
  MarketTerms,
  MarketText,
  RewardsRate,
  SeriesDefinition,
  TagDefinition,
} from '../market/definition.ts';
import type { HouseTerms } from '../market/house.ts';
import type { CatalogId } from '../units/units.ts';
import {
  amount,
  conditionId,
  type Fields,
  figure,
  flag,
  freeForm,
  id,
  list,
  nullable,
  object,
  optional,
  pair,
  quantity,
  text,
  tokenId,
} from './shape.ts';

const publicId = nullable(id<CatalogId>());

export const tag = object<TagDefinition>({
  id: publicId,
  label: text,
  slug: text,
  createdAt: text,
  updatedAt: text,
  requiresTranslation: flag,
});

export const series = object<SeriesDefinition>({
  id: publicId,
  ticker: text,
  slug: text,
  title: text,
  seriesType: text,
  recurrence: text,
  image: text,
  icon: text,
  active: flag,
  closed: flag,
  archived: flag,
  createdAt: text,
  updatedAt: text,
});

const COMMON_TEXT = {
  description: text,
  resolutionSource: text,
  image: text,
  icon: text,
  startDate: text,
  endDate: text,
};

export const EVENT_TEXT: Fields<CatalogEventText> = { ticker: text, title: text, ...COMMON_TEXT };

const event = object<CatalogEventDefinition>({
  ...EVENT_TEXT,
  id: publicId,
  slug: text,
  creationDate: text,
  createdAt: text,
  updatedAt: text,
  active: flag,
  closed: flag,
  archived: flag,
  negRisk: flag,
  negRiskMarketId: text,
  tagSlugs: list(text),
  seriesSlugs: list(text),
  sites: list(text),
  creator: text,
  metadata: freeForm(METADATA_DEPTH_MAX),
});

export const MARKET_TEXT: Fields<MarketText> = {
  question: text,
  ...COMMON_TEXT,
  gameStartTime: text,
  groupItemTitle: text,
};

/** `decide` checks each field against its range. */
export const MARKET_TERMS: Fields<MarketTerms> = {
  tick: quantity,
  minimumSize: figure(),
  takerFeeRate: quantity,
  makerFeeRate: quantity,
  closeTimeMs: optional(nullable(quantity)),
  openTimeMs: optional(nullable(quantity)),
};

export const MARKET_FLAGS: Fields<MarketFlags> = { active: flag, closed: flag, archived: flag, acceptingOrders: flag };

const rewardsRate = object<RewardsRate>({ assetAddress: text, dailyRate: quantity });

export const market = object<MarketDefinition>({
  ...MARKET_TEXT,
  ...MARKET_TERMS,
  ...MARKET_FLAGS,
  id: publicId,
  conditionId,
  questionId: text,
  slug: text,
  outcomes: pair(text),
  tokenIds: pair(tokenId),
  createdAt: text,
  updatedAt: text,
  negRisk: flag,
  negRiskMarketId: text,
  negRiskRequestId: text,
  fpmm: text,
  notificationsEnabled: flag,
  enableOrderBook: flag,
  acceptingOrderTimestamp: text,
  secondsDelay: quantity,
  rewardsMinSize: quantity,
  rewardsMaxSpread: quantity,
  is5050Outcome: flag,
  tagLabels: list(text),
  payouts: nullable(pair(quantity)),
  recordedPriceHalfTicks: optional(quantity),
  rewardsRates: optional(list(rewardsRate)),
});

const house = object<HouseTerms>({ subsidy: amount, spread: quantity, probabilities: list(quantity) });

export const eventWithMarkets = object<CatalogEventWithMarkets>({
  event,
  markets: list(market),
  house: optional(house),
});
