/** What the one who submitted a command is told when it was neither carried out nor refused by the rules. */
import { ExchangeUnavailable, MalformedCommand, StorageFull } from '../ports/exchange.ts';
import type { SequencedOutcome } from './batch.ts';

export type Undone = Extract<SequencedOutcome, { readonly kind: 'no_room' | 'busy' | 'malformed' }>;

export function isUndone(outcome: SequencedOutcome): outcome is Undone {
  return outcome.kind === 'no_room' || outcome.kind === 'busy' || outcome.kind === 'malformed';
}

export function outcomeError(outcome: Undone): Error {
  switch (outcome.kind) {
    case 'no_room':
      return new StorageFull();
    case 'busy':
      return new ExchangeUnavailable('too many commands are waiting already');
    case 'malformed':
      return new MalformedCommand(outcome.problem);
  }
}
