/** Bounds of requests that are read here instead of by the server's parser; what is larger goes to the parser. */

/** Request line and headers. */
export const HEAD_BYTES_MAX = 8 * 1024;
export const HEADERS_MAX = 48;
/** Head and body of a request that is answered here. */
export const REQUEST_BYTES_MAX = 16 * 1024;
/** Header names remembered in their lower-case form. */
export const NAMES_MAX = 512;
/** Longest value of a header that is kept for the next request: shorter than secrets and signatures of API keys. */
export const KEPT_VALUE_LENGTH_MAX = 40;
