/** Bounds of requests on the plain lane; larger requests go to the server's parser. */

/** Request line and headers. */
export const HEAD_BYTES_MAX = 8 * 1024;
export const HEADERS_MAX = 48;
/** Head and body of a request on the plain lane. */
export const REQUEST_BYTES_MAX = 16 * 1024;
/** Header names remembered in their lower-case form. */
export const NAMES_MAX = 512;
/** Longest header value that is kept for the next request: shorter than secrets and signatures of API keys. */
export const KEPT_VALUE_LENGTH_MAX = 40;
