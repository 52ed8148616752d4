/** Data types of house makers: the venue itself quotes the markets of an event along the curve of Hanson's LMSR. */
import type { AccountId, CatalogId, MarketId, Micros, WalletId } from '../units/units.ts';

declare const houseBrand: unique symbol;
/** Index of a house maker in order of opening, from 0. */
export type HouseId = number & { readonly [houseBrand]: 'HouseId' };

/** Terms that an operator gives for a new event. */
export interface HouseTerms {
  /** The most that the house can lose in the event. */
  readonly subsidy: Micros;
  /** Distance of the best bid and the best ask in 1/10000; below two ticks, they are the ticks beside the curve. */
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

/** A house maker of an event. */
export interface House {
  readonly id: HouseId;
  readonly catalogEvent: CatalogId;
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly subsidy: Micros;
  readonly spread: number;
  /** Price levels that it quotes on each side of a market. */
  readonly levels: number;
  readonly curves: readonly CurveTerms[];
}

/** A curve as the engine keeps it. */
export interface Curve extends CurveTerms {
  /** Index among the curves of all houses. */
  readonly id: number;
  readonly house: House;
  /** True if a level is left out because it would meet an order of someone else. */
  withheld: boolean;
  /** True once an answer has had a result: it may be reopened, so that the curve alone no longer bounds the loss. */
  decided: boolean;
}
