/**
 * The venue's answers according to the documents: the naive exchange of `engine/testing`, written from
 * docs/reference/trading-rules.md, plus the requests of `requests.ts`. It shares with the engine the shapes of commands and
 * events, the refusal codes and the constructors of ids and amounts, but no rule, arithmetic, index or book.
 *
 * The oracle follows the log and can answer for an earlier place: it keeps a copy every so many entries and replays
 * from one to that place.
 */
import type { Command, Decision, Stamp } from '@bellwether/engine';
import { copyNaiveState, NaiveExchange } from '@bellwether/engine/testing';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import { NaiveRequests } from './requests.ts';

/** Entries between two copies. */
const COPY_EVERY = 32;

interface Position {
  exchange: NaiveExchange;
  requests: NaiveRequests;
  sequence: number;
}

export class Oracle {
  readonly #entries: ChainedEntry[] = [];
  /** Latest last. */
  readonly #copies: Position[] = [];
  /** Position of the last question, unless that question changed it: the next question is about a place nearby. */
  #asked: Position | null = null;
  #now: Position = { exchange: new NaiveExchange(), requests: new NaiveRequests(), sequence: 0 };

  constructor() {
    this.#copies.push(copyOf(this.#now));
  }

  get state(): NaiveExchange['state'] {
    return this.#now.exchange.state;
  }

  /** Decides and executes the next entry of the log. */
  follow(entry: ChainedEntry): Decision {
    const decision = execute(this.#now, entry.command, entry);
    this.#entries.push(entry);
    this.#now.sequence = entry.sequence;
    if (entry.sequence % COPY_EVERY === 0) this.#copies.push(copyOf(this.#now));
    return decision;
  }

  /** Returns the decision on a command after the entry at `sequence`, at `timeMs`. Changes nothing. */
  ask(command: Command, sequence: number, timeMs: number): Decision {
    const stamp: Stamp = { sequence: sequence + 1, timeMs };
    if (sequence === this.#now.sequence) {
      const decision = execute(this.#now, command, stamp);
      // An accepted command has been executed, so the position is rebuilt.
      if (decision.kind === 'accepted') this.#now = this.#at(sequence);
      return decision;
    }
    const position = this.#at(sequence);
    const decision = execute(position, command, stamp);
    this.#asked = decision.kind === 'accepted' ? null : position;
    return decision;
  }

  /** A position that the caller may change. */
  #at(sequence: number): Position {
    const isBefore = (kept: Position): boolean => kept.sequence <= sequence;
    const copy = this.#copies.findLast(isBefore);
    if (copy === undefined) throw new Error('there is always the beginning');
    const asked = this.#asked;
    this.#asked = null;
    const position = asked !== null && isBefore(asked) && asked.sequence >= copy.sequence ? asked : copyOf(copy);
    for (let next = position.sequence; next < sequence; next++) {
      const entry = this.#entries[next];
      if (entry === undefined) throw new Error(`entry ${next + 1} was not followed yet`);
      execute(position, entry.command, entry);
      position.sequence = entry.sequence;
    }
    return position;
  }
}

function execute({ exchange, requests }: Position, command: Command, stamp: Stamp): Decision {
  return requests.execute(command, stamp, () => exchange.execute(command, stamp));
}

function copyOf({ exchange, requests, sequence }: Position): Position {
  const copy = new NaiveExchange();
  Object.assign(copy.state, copyNaiveState(exchange.state));
  return { exchange: copy, requests: requests.copy(), sequence };
}
