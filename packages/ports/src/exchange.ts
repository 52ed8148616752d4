/** The exchange as the gateway sees it: commands in, durable outcomes out. */
import type { AcceptedDecision, Command, Decision } from '@bellwether/engine';
import type { ChainedEntry } from './journal.ts';

/** The command is in the journal; `entry` holds its events. */
export interface Accepted {
  readonly kind: 'accepted';
  readonly entry: ChainedEntry;
  /** Ids a cancel command could not cancel, with the reason; empty for other commands. */
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** A decision whose effect is durable and in the local view; nothing was journaled unless it is `accepted`. */
export type ExchangeOutcome = Accepted | Exclude<Decision, AcceptedDecision>;

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
  override readonly name = 'MalformedCommand';
}

export interface Exchange {
  /**
   * Resolves once the outcome is durable and the local view shows it. Throws `ExchangeUnavailable`, `OutcomeUnknown`,
   * `StorageFull` or `MalformedCommand`.
   */
  submit(command: Command): Promise<ExchangeOutcome>;
}
