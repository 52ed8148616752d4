/** Outcomes of commands in the form that the submitter gets. */
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

/** Converts an outcome. `entries` have no gap and include the entry of the outcome. */
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

/** Outcomes that are neither a refusal by the rules nor a known success: the submitter gets an error. */
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
