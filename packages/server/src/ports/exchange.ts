/** The exchange as the gateway sees it: commands in, durable outcomes out. */
import type { Command, OrderResult, Reject } from '@bellwether/engine';
import type { ChainedEntry } from './journal.ts';

/** The command is in the journal; `entry` is what it caused. */
export interface Accepted {
  readonly kind: 'accepted';
  readonly entry: ChainedEntry;
  /** Ids a cancel command could not cancel, with the reason; empty for other commands. */
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** The command was right but had nothing to do: state is as it asks already. Nothing was journaled. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** The order was accepted before; this is its first result. */
export interface Duplicate {
  readonly kind: 'duplicate';
  readonly result: OrderResult;
}

/** The request of the command was carried out before, by the entry at `sequence`, which the local view shows. Nothing came of it now. */
export interface Repeated {
  readonly kind: 'repeated';
  readonly sequence: number;
}

export type ExchangeOutcome = Accepted | Unchanged | Duplicate | Repeated | Reject;

/** The exchange cannot take commands now: stopping, not ready, or its queue is full. Answer 503 and say when to retry. */
export class ExchangeUnavailable extends Error {
  readonly code = 'exchange_unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExchangeUnavailable';
  }
}

/** The log has not answered in time: the command may be carried out, or be yet. A repeat is told what became of it. */
export class OutcomeUnknown extends Error {
  readonly code = 'outcome_unknown';

  constructor() {
    super('the journal has not answered in time: whether the command is carried out is not known');
    this.name = 'OutcomeUnknown';
  }
}

/** The disk has so little room left that only cancels and heartbeats are taken. Nothing came of the command. */
export class StorageFull extends Error {
  readonly code = 'storage_full';

  constructor() {
    super('the disk of the data folder is almost full');
    this.name = 'StorageFull';
  }
}

/** What was submitted is no command of this venue: a fault of the one who made it. Nothing came of it. */
export class MalformedCommand extends Error {
  readonly code = 'malformed_command';

  constructor(problem: string) {
    super(problem);
    this.name = 'MalformedCommand';
  }
}

export interface Exchange {
  /**
   * Resolves once the outcome is durable and the local view shows it. Throws `ExchangeUnavailable`, `OutcomeUnknown`,
   * `StorageFull` or `MalformedCommand`.
   */
  submit(command: Command): Promise<ExchangeOutcome>;
}
