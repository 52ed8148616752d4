/** How long texts of the catalog may be, in UTF-16 units: one place for what is described and what is checked. */
export const TITLE_LENGTH_MAX = 500;
export const TEXT_LENGTH_MAX = 50_000;
export const URL_LENGTH_MAX = 2_000;
export const LABEL_LENGTH_MAX = 200;
export const SLUG_LENGTH_MAX = 250;
