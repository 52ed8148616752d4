/** Every bound of an explanation's read, in one place. When one is reached the answer says so, and how far it looked. */

export interface ExplanationLimits {
  /** Steps at the order's price that are counted from its arrival on. */
  readonly stepsCountedMax: number;
  /** Prices of one side of a book that are looked at for one figure. */
  readonly pricesLookedAtMax: number;
  /** Prices of each side of a book whose hash is computed. */
  readonly bookPricesMax: number;
  /** Changes of the market's terms that are told. */
  readonly termChangesMax: number;
  /** Makers of one trade that are looked at for how many messages it made. */
  readonly legsLookedAtMax: number;
}

export const EXPLANATION_LIMITS: ExplanationLimits = {
  stepsCountedMax: 50_000,
  pricesLookedAtMax: 1_000,
  // All there can be with ticks of 0.0025 and more.
  bookPricesMax: 400,
  termChangesMax: 20,
  legsLookedAtMax: 200,
};
