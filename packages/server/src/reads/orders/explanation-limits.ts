/** Every bound of an explanation's read, in one place. When one is reached the answer says so, and how far it looked. */

/** Steps at the order's price that are counted from its arrival on. */
export const STEPS_COUNTED_MAX = 50_000;
/** Prices of one side of a book that are looked at for one figure. */
export const PRICES_LOOKED_AT_MAX = 1_000;
/** Changes of the market's terms that are told. */
export const TERM_CHANGES_MAX = 20;
/** Makers of one trade that are looked at for how many messages it made. */
export const LEGS_LOOKED_AT_MAX = 200;
