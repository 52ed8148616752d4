/**
 * Read your own writes at any node of a venue that has several. Each answer says how far its node is; a client that sends the
 * highest that it has been told is answered by no node before that node is as far.
 */

/** Of an answer: the journal's entry up to which the node shows everything. Only where the venue has several nodes. */
export const SEQUENCE_HEADER = 'x-sequence';
/** Of a request: the entry that the answer has to show at least. */
export const AFTER_SEQUENCE_HEADER = 'x-after-sequence';

/** The entry that a header names; null when it names none. */
export function parseSequence(text: string | null): number | null {
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}
