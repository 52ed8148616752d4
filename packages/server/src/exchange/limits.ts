/** Every bound of what an exchange and its gateway say to each other, in one place. */

/**
 * A lease that the gateway knows of and that is over sooner is told of again as soon as it is renewed: two beats, of which one may be late.
 * While all goes well it is longer.
 */
export const LEASE_TOLD_MS_MIN = 500;
/**
 * How long a command may be without an outcome where the journal is in a database, whose commits may wait for a standby. Then
 * who submitted it is told that no one knows; it is not taken back.
 */
export const ANSWER_MS_MAX = 5_000;
