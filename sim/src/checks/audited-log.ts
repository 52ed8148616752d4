/**
 * The auditor's log: every durable entry, the state that the events lead to, and everything that reads of balances and
 * books could show after each entry. Folded from durable records alone, without any code of the server.
 */
import { applyEntry, createState, type State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import { Violation } from '../world.ts';
import { type Attempt, Attempts } from './attempts.ts';
import type { Fact } from './facts.ts';
import { Timeline } from './timeline.ts';

/** Name of the rule for errors that `applyEntry` throws. */
export const FOLD_RULE = 'log-can-be-folded';

export class AuditedLog {
  readonly entries: ChainedEntry[] = [];
  readonly state: State = createState();
  readonly timeline = new Timeline();
  /** Epoch of each entry. */
  readonly epochs: number[] = [];
  readonly attempts = new Attempts();
  /** The attempt that the current fact concerns. */
  attempt: Attempt | null = null;

  /** Last entry; 0 before the first. */
  get end(): number {
    return this.entries.length;
  }

  entry(sequence: number): ChainedEntry | undefined {
    return this.entries[sequence - 1];
  }

  take(fact: Fact): void {
    this.attempt = this.attempts.take(fact, this.end);
    if (fact.kind !== 'logged') return;
    for (const entry of fact.entries) this.#fold(entry, fact.epoch);
  }

  #fold(entry: ChainedEntry, epoch: number): void {
    if (entry.sequence !== this.end + 1)
      throw new Violation(FOLD_RULE, `entry ${entry.sequence} was logged after entry ${this.end}`);
    try {
      this.timeline.before(entry, this.state);
      applyEntry(this.state, entry);
    } catch (error) {
      throw new Violation(FOLD_RULE, `entry ${entry.sequence}: ${error instanceof Error ? error.message : error}`);
    }
    this.entries.push(entry);
    this.epochs.push(epoch);
    this.timeline.after(entry, this.state);
  }
}
