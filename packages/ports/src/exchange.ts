/** The exchange as the gateway sees it: commands in, durable outcomes out. */
import type { Command, OrderResult, Reject } from '@bellwether/engine';
import type { ChainedEntry } from './journal.ts';

/** The command is in the journal; `entry` holds its events. */
export interface Accepted {
  readonly kind: 'accepted';
  readonly entry: ChainedEntry;
  /** Ids a cancel command could not cancel, with the reason; empty for other commands. */
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** The command was valid but a no-op: the state is already as requested. Nothing was journaled. */
interface Unchanged {
  readonly kind: 'unchanged';
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** The order was accepted before; this is its first result. */
interface Duplicate {
  readonly kind: 'duplicate';
  readonly result: OrderResult;
}

/**
 * An earlier request with the same key was carried out by the entry at `sequence`, which the local view shows. This
 * command did nothing.
 */
export interface Repeated {
  readonly kind: 'repeated';
  readonly sequence: number;
}

export type ExchangeOutcome = Accepted | Unchanged | Duplicate | Repeated | Reject;

/** The exchange cannot take commands now: stopping, not ready, or its queue is full. Answer 503 with a time to retry. */
export class ExchangeUnavailable extends Error {
  readonly code = 'exchange_unavailable';
  override readonly name = 'ExchangeUnavailable';
}

/** The log did not answer in time: the command may have been carried out, or may still be. A repeat gets the outcome. */
export class OutcomeUnknown extends Error {
  readonly code = 'outcome_unknown';

  constructor() {
    super('the journal has not answered in time: whether the command is carried out is not known');
    this.name = 'OutcomeUnknown';
  }
}

/** The disk is almost full, so only cancels and heartbeats are accepted. The command had no effect. */
export class StorageFull extends Error {
  readonly code = 'storage_full';

  constructor() {
    super('the disk of the data folder is almost full');
    this.name = 'StorageFull';
  }
}

/** The submitted value is not a command of this venue: a fault of the caller. It had no effect. */
export class MalformedCommand extends Error {
  readonly code = 'malformed_command';
  override readonly name = 'MalformedCommand';
}

export interface Exchange {
  /**
   * Resolves once the outcome is durable and the local view shows it. Throws `ExchangeUnavailable`, `OutcomeUnknown`,
   * `StorageFull` or `MalformedCommand`.
   */
  submit(command: Command): Promise<ExchangeOutcome>;
}
