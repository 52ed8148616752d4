/**
 * The venue's answers according to the documents: the naive exchange of `engine/testing`, written from
 * docs/reference/trading-rules.md, plus the requests of `requests.ts`. It shares with the engine the shapes of commands and
 * events, the refusal codes and the constructors of ids and amounts, but no rule, arithmetic, index or book.
 *
 * The oracle follows the log and can answer for an earlier place: it keeps a copy every so many entries and replays
 * from one to that place.
 */
import type { AccountId, Command, Decision, Event, Stamp } from '@bellwether/engine';
import { copyNaiveState, NaiveExchange } from '@bellwether/engine/testing';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';

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
  /** True from the first proposed or reversed result, or house maker, on: the naive exchange decides none of them. */
  isOver = false;

  constructor() {
    this.#copies.push(copyOf(this.#now));
  }

  get state(): NaiveExchange['state'] {
    return this.#now.exchange.state;
  }

  /** Decides and executes the next entry of the log; null once the oracle is over. */
  follow(entry: ChainedEntry): Decision | null {
    this.isOver ||= isBeyond(entry.command);
    if (this.isOver) return null;
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

const OF_CORRECTIONS: ReadonlySet<Command['kind']> = new Set([
  ...(['ProposeResult', 'DisputeResult', 'ConfirmResult', 'WithdrawResult'] as const),
  ...(['ReverseResult', 'ConfirmResults'] as const),
]);

/** True for commands that the naive exchange does not decide. */
export const isBeyond = (command: Command): boolean =>
  OF_CORRECTIONS.has(command.kind) ||
  (command.kind === 'AddToCatalog' && command.events.some(({ house }) => house !== undefined));

function execute({ exchange, requests }: Position, command: Command, stamp: Stamp): Decision {
  return requests.execute(command, stamp, () => exchange.execute(command, stamp));
}

function copyOf({ exchange, requests, sequence }: Position): Position {
  const copy = new NaiveExchange();
  Object.assign(copy.state, copyNaiveState(exchange.state));
  return { exchange: copy, requests: requests.copy(), sequence };
}

const HOUR_MS = 60 * 60 * 1000;
/** Retention: two hours for a request named by its signature, otherwise a day. */
const keptMs = (key: string): number => (key.startsWith('§') ? 2 : 24) * HOUR_MS;

interface Done {
  readonly key: string;
  readonly hash: string;
  readonly timeMs: number;
  readonly sequence: number;
}

class NaiveRequests {
  /** Requests done before the last copy, latest last. Copies share these maps, which never change. */
  #before: readonly ReadonlyMap<string, Done>[];
  #done = new Map<string, Done>();

  constructor(before: readonly ReadonlyMap<string, Done>[] = []) {
    this.#before = before;
  }

  copy(): NaiveRequests {
    if (this.#done.size > 0) {
      this.#before = [...this.#before, this.#done];
      this.#done = new Map();
    }
    return new NaiveRequests(this.#before);
  }

  /** Decides a command; `execute` decides it without regard to its request. */
  execute(command: Command, stamp: Stamp, execute: () => Decision): Decision {
    const { request } = command;
    if (request === undefined) return execute();
    const { by, key, hash, signature, part } = request;
    const names = [key, ...(signature === undefined ? [] : [signature])].map((text) => nameOf(by, text));
    const [known, signed] = names.map((name) => this.#find(name, stamp.timeMs));
    if ([known, signed].some((done) => done !== undefined && done.key !== key))
      return { kind: 'reject', code: 'signature_used', details: {} };
    if (known !== undefined && known.hash !== hash)
      return { kind: 'reject', code: 'idempotency_key_used', details: {} };
    if (known !== undefined && part !== true) return { kind: 'repeated', sequence: known.sequence };
    const decision = execute();
    if (decision.kind !== 'accepted' && decision.kind !== 'unchanged') return decision;
    const events: readonly Event[] = decision.kind === 'accepted' ? decision.events : [];
    if (events.length === 0 && key.startsWith('§') && command.kind !== 'RecordRequest') return decision;
    const { notCanceled } = decision;
    const { timeMs, sequence } = stamp;
    if (known === undefined) for (const name of names) this.#done.set(name, { key, hash, timeMs, sequence });
    const kept: Event = {
      kind: 'RequestKept',
      by,
      key,
      hash,
      ...(signature !== undefined && { signature }),
      ...(events.length === 0 && { idle: true as const }),
      ...(Object.keys(notCanceled).length > 0 && { notCanceled }),
    };
    return { kind: 'accepted', events: [...events, kept], notCanceled };
  }

  #find(name: string, nowMs: number): Done | undefined {
    const done = this.#done.get(name) ?? this.#before.findLast((before) => before.has(name))?.get(name);
    return done !== undefined && nowMs < done.timeMs + keptMs(done.key) ? done : undefined;
  }
}

const nameOf = (by: AccountId | null, key: string): string => `${by ?? 'operator'} ${key}`;
