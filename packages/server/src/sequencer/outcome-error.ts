/** What the one who submitted a command is told when it was neither carried out nor refused by the rules. */
import { MalformedCommand, StorageFull } from '../ports/exchange.ts';
import type { SequencedOutcome } from './batch.ts';

export type Undone = Extract<SequencedOutcome, { readonly kind: 'no_room' | 'malformed' }>;

export function isUndone(outcome: SequencedOutcome): outcome is Undone {
  return outcome.kind === 'no_room' || outcome.kind === 'malformed';
}

export function outcomeError(outcome: Undone): Error {
  return outcome.kind === 'no_room' ? new StorageFull() : new MalformedCommand(outcome.problem);
}
