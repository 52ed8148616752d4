/** All bounds of the reads for an explanation. If one is reached, the answer says so, and how far the read went. */

export interface ExplanationLimits {
  /** Maximum number of counted steps at the order's price since its arrival. */
  readonly stepsCountedMax: number;
  /** Maximum number of prices on one side of a book read for one figure. */
  readonly pricesLookedAtMax: number;
  /** Maximum number of prices on each side of a book whose hash is computed. */
  readonly bookPricesMax: number;
  /** Maximum number of changes to the market's terms in the answer. */
  readonly termChangesMax: number;
  /** Maximum number of makers of one trade read to count its messages. */
  readonly legsLookedAtMax: number;
}

export const EXPLANATION_LIMITS: ExplanationLimits = {
  stepsCountedMax: 50_000,
  pricesLookedAtMax: 1_000,
  // All possible prices for ticks of 0.0025 and more.
  bookPricesMax: 400,
  termChangesMax: 20,
  legsLookedAtMax: 200,
};
