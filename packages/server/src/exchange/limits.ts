/** Every bound of what an exchange and its gateways say to each other, in one place. */

/** How long a gateway that has nothing to answer, and no clients that wait, may not be told of records. */
export const TELL_RECORDS_MS = 20;
/** So many bytes of records are told of at once: some 600 entries, two or three milliseconds of folding. */
export const UNREAD_BYTES_MAX = 65_536;
