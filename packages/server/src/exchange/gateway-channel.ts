/** The channel between an exchange, or its stand-in, and its gateway. */
import type { JournalRecord } from '../ports/journal.ts';
import type { Channel } from '../ports/runtime.ts';
import type { QueuedCommand, SequencedOutcome } from '../sequencer/batch.ts';
import type { FromExchange, ToExchange } from './messages.ts';

/** The exchange's end. */
export type GatewayChannel = Channel<FromExchange, ToExchange>;

/** Splits a message into commands with their ids. */
export const commandsOf = ({ firstId, lines }: Extract<ToExchange, { readonly kind: 'commands' }>): QueuedCommand[] =>
  lines.split('\n').map((json, index) => ({ id: firstId + index, json }));

/** Sends a batch. `chain` holds the chain values of the record's entries; the memory of both is transferred. */
export function sendBatch(
  channel: GatewayChannel,
  record: JournalRecord | null,
  chain: Uint8Array<ArrayBuffer>,
  outcomes: readonly SequencedOutcome[],
): void {
  if (record === null && outcomes.length === 0) return;
  const memory =
    record === null || typeof record.payload === 'string' ? [] : [record.payload.buffer as ArrayBuffer, chain.buffer];
  channel.send({ kind: 'batch', record, chain, outcomes: JSON.stringify(outcomes) }, memory);
}

/** Sends outcomes without a record. */
export const sendOutcomes = (channel: GatewayChannel, outcomes: readonly SequencedOutcome[]): void =>
  sendBatch(channel, null, NO_CHAIN, outcomes);

const NO_CHAIN = new Uint8Array(0);
