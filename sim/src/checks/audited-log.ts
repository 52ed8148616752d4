/**
 * The auditor's log: every durable entry, the state that the events lead to, everything that reads of balances and books
 * could show after each entry, and all commands that were sent. Folded from durable records alone, without any code of
 * the server.
 */
import { applyEntry, createState, type State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { Violation } from '../limits.ts';
import type { Answer, Fact, FactOf } from './facts.ts';
import { Timeline } from './timeline.ts';

/** Name of the rule for errors that `applyEntry` throws. */
export const FOLD_RULE = 'log-can-be-folded';

export interface Attempt {
  readonly called: FactOf<'called'>;
  /** Last entry of the log when the command was sent. */
  readonly since: number;
  /** Highest entry that any client had been told of by then. */
  readonly toldBefore: number;
  answer: Answer;
}

export class AuditedLog {
  readonly entries: ChainedEntry[] = [];
  readonly state: State = createState();
  readonly timeline = new Timeline();
  readonly epochs: number[] = [];
  /** All attempts by number, in call order. */
  readonly attempts = new Map<number, Attempt>();
  #told = 0;

  /** Last entry; 0 before the first. */
  get end(): number {
    return this.entries.length;
  }

  entry(sequence: number): ChainedEntry | undefined {
    return this.entries[sequence - 1];
  }

  attempt({ attempt }: FactOf<'called' | 'answered'>): Attempt {
    const known = this.attempts.get(attempt);
    if (known === undefined) throw new Error(`attempt ${attempt} was answered and never made`);
    return known;
  }

  take(fact: Fact): void {
    if (fact.kind === 'logged') for (const entry of fact.entries) this.#fold(entry, fact.epoch);
    if (fact.kind === 'called')
      this.attempts.set(fact.attempt, {
        called: fact,
        since: this.end,
        toldBefore: this.#told,
        answer: { kind: 'unknown' },
      });
    if (fact.kind !== 'answered') return;
    const { answer } = fact;
    this.attempt(fact).answer = answer;
    if (answer.kind === 'accepted') this.#told = Math.max(this.#told, answer.sequence);
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

/** A rule has a method for each kind of fact that it hears. `log` already includes the fact. Throws `Violation`. */
type FactHandlers = { [Kind in Fact['kind']]?: (fact: FactOf<Kind>, log: AuditedLog) => void };

export interface Rule extends FactHandlers {
  /** Name in failures and in `docs/internals/reliability.md`. */
  readonly name: string;
}

export const broken = ({ name }: Rule, message: string): Violation => new Violation(name, message);

/** A value for a message: shortened, with bigints. */
export function excerpt(value: unknown, length = 400): string {
  const text =
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? 'nothing';
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
