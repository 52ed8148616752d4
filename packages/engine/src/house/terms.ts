/** Data types of house makers: the venue itself quotes the markets of an event along the curve of Hanson's LMSR. */
import type { AccountId, CatalogId, MarketId, Micros, OrderNumber, WalletId } from '../units/units.ts';

declare const houseBrand: unique symbol;
/** Index of a house maker in order of opening, from 0. */
export type HouseId = number & { readonly [houseBrand]: 'HouseId' };

/** Terms that an operator gives for a new event. */
export interface HouseTerms {
  /** The most that the house can lose in the event. */
  readonly subsidy: Micros;
  /** Distance of the best bid and the best ask in 1/10000; a distance below one tick is one tick. */
  readonly spread: number;
  /** Opening probability of each market's first outcome in millionths, in the order of the markets. */
  readonly probabilities: readonly number[];
}

/** Markets that share a curve: all of a one-winner event, or one market. */
export interface CurveTerms {
  readonly markets: readonly MarketId[];
  /** Opening probabilities in millionths; what is missing to a million is the probability of no first outcome. */
  readonly probabilities: readonly number[];
  /** The curve's parameter b: shares that move log p / (1 - p) by one. */
  readonly liquidity: Micros;
}

/** Issued by the sequencer before anything else: renews the quotes of the first house maker whose quotes are due. */
export interface QuoteHouse {
  readonly kind: 'QuoteHouse';
}

export interface HouseOpened {
  readonly kind: 'HouseOpened';
  readonly house: HouseId;
  readonly catalogEvent: CatalogId;
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly subsidy: Micros;
  readonly spread: number;
  /** Price levels that it quotes on each side of a market. */
  readonly levels: number;
  readonly curves: readonly CurveTerms[];
}

/** Standing orders of the house follow the curve. Orders that it drops or adds are told by their own events. */
export interface HouseQuoted {
  readonly kind: 'HouseQuoted';
  readonly house: HouseId;
  /** Orders whose size changes, with their new remaining size, above 0, and the collateral held for it. */
  readonly resized: readonly (readonly [order: OrderNumber, remaining: Micros, held: Micros])[];
  /** True if a level is left out because it would meet an order of someone else. */
  readonly withheld: boolean;
}

export type HouseEvent = HouseOpened | HouseQuoted;

/** A house maker as the engine keeps it. */
export interface House extends Omit<HouseOpened, 'kind' | 'house'> {
  readonly id: HouseId;
  /** True if a level is left out because it would meet an order of someone else. */
  withheld: boolean;
}
