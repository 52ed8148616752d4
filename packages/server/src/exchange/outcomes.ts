/** What became of a command, in the words of who submitted it. */
import {
  type ExchangeOutcome,
  ExchangeUnavailable,
  MalformedCommand,
  OutcomeUnknown,
  StorageFull,
} from '../ports/exchange.ts';
import type { ChainedEntry } from '../ports/journal.ts';
import { JournalCorruption } from '../ports/journal.ts';
import type { SequencedOutcome } from '../sequencer/batch.ts';

/** `entries`: without a gap, with that of the outcome among them. */
export function toOutcome(
  outcome: Exclude<SequencedOutcome, Undone>,
  entries: readonly ChainedEntry[],
): ExchangeOutcome {
  switch (outcome.kind) {
    case 'accepted': {
      const entry = entries[outcome.sequence - (entries[0]?.sequence ?? 0)];
      if (entry === undefined)
        throw new JournalCorruption(`entry ${outcome.sequence} was acknowledged but not published`);
      return { kind: 'accepted', entry, notCanceled: outcome.notCanceled };
    }
    case 'unchanged':
      return { kind: 'unchanged', notCanceled: outcome.notCanceled };
    case 'duplicate':
      return { kind: 'duplicate', result: outcome.result };
    case 'repeated':
      return { kind: 'repeated', sequence: outcome.sequence };
    case 'reject': {
      const { id: _id, ...rejected } = outcome;
      return rejected;
    }
  }
}

/** Neither refused by the rules nor known to be carried out: who submitted the command is told by an error. */
type Undone = Extract<SequencedOutcome, { readonly kind: 'no_room' | 'busy' | 'no_leader' | 'unknown' | 'malformed' }>;

const UNDONE: ReadonlySet<SequencedOutcome['kind']> = new Set<Undone['kind']>([
  'no_room',
  'busy',
  'no_leader',
  'unknown',
  'malformed',
]);

export function isUndone(outcome: SequencedOutcome): outcome is Undone {
  return UNDONE.has(outcome.kind);
}

export function outcomeError(outcome: Undone): Error {
  switch (outcome.kind) {
    case 'no_room':
      return new StorageFull();
    case 'busy':
      return new ExchangeUnavailable('too many commands are waiting already');
    case 'no_leader':
      return new ExchangeUnavailable('no node of the venue leads');
    case 'unknown':
      return new OutcomeUnknown();
    case 'malformed':
      return new MalformedCommand(outcome.problem);
  }
}
