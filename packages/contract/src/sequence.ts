/**
 * Read-your-own-writes at any node of a cluster. Each answer states how far its node is. A client sends the highest
 * sequence it has seen, and a node answers only once it has reached that sequence.
 */

/** Answer header: the last journal entry that the node shows. Only if the venue has several nodes. */
export const SEQUENCE_HEADER = 'x-sequence';
/** Request header: the journal entry that the answer has to include at least. */
export const AFTER_SEQUENCE_HEADER = 'x-after-sequence';

/** Parses the entry in a header; null if there is none. */
export function parseSequence(text: string | null): number | null {
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}
