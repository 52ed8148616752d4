/** Every bound of what an exchange and its gateways say to each other, in one place. */

/**
 * A lease that gateways know of and that is over sooner is told of again as soon as it is renewed: two beats, of which one may be late.
 * While all goes well it is longer.
 */
export const LEASE_TOLD_MS_MIN = 500;
/** How long a gateway that has nothing to answer, and no clients that wait, may not be told of records. */
export const TELL_RECORDS_MS = 20;
/** So many bytes of records are told of at once: some 600 entries, two or three milliseconds of folding. */
export const UNREAD_BYTES_MAX = 65_536;
/**
 * How long a command may be without an outcome where the journal is in a database, whose commits may wait for a standby. Then
 * who submitted it is told that no one knows; it is not taken back.
 */
export const ANSWER_MS_MAX = 5_000;
