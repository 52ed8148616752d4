/** Length limits for texts of the catalog, in UTF-16 units: shared by the descriptions and the checks. */
export const TITLE_LENGTH_MAX = 500;
export const TEXT_LENGTH_MAX = 50_000;
export const URL_LENGTH_MAX = 2_000;
export const LABEL_LENGTH_MAX = 200;
export const SLUG_LENGTH_MAX = 250;

/**
 * The `endDate` of an event or market without one: late enough to sort last, early enough for clients that count
 * nanoseconds in 64 bits.
 */
export const NO_END_DATE = '2199-12-31T00:00:00Z';
