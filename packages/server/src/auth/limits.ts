/** Bounds of what authentication remembers. */

/** Header names whose meaning is remembered, and their length; every other one is looked at each time. */
export const HEADER_NAMES_MAX = 512;
export const HEADER_NAME_LENGTH_MAX = 64;
