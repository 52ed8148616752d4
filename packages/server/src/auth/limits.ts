/** Bounds of the caches in authentication. */

/** Maximum number and length of header names whose meaning is cached; other names are looked up each time. */
export const HEADER_NAMES_MAX = 512;
export const HEADER_NAME_LENGTH_MAX = 64;
