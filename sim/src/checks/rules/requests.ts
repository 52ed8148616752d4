/** Commands and their answers: each is done once, in real-time order, and its repeats are told the first result. */
import { type Command, NAMED_REQUESTS, TIMER_KINDS } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { type Attempt, type AuditedLog, broken, excerpt, type Rule } from '../audited-log.ts';
import type { FactOf } from '../facts.ts';
import { isSame } from '../oracle/comparable.ts';

/** Commands issued by the venue; clients never send them. */
const OF_THE_VENUE: ReadonlySet<Command['kind']> = new Set<Command['kind']>([...TIMER_KINDS, 'ReleaseWallets']);

/**
 * An acknowledged command is in the log exactly once, a refused one never, an unknown one at most once. Commands are
 * compared by their whole text, so the rule also covers commands without an id: the log has as many as were
 * acknowledged, plus at most as many as have an unknown outcome.
 */
export class AcknowledgedOnce implements Rule {
  readonly name = 'acknowledged-once';
  /** Entries named by an answer `accepted`. */
  readonly #claimed = new Map<number, number>();

  answered(fact: FactOf<'answered'>, log: AuditedLog): void {
    const { attempt, answer } = fact;
    if (answer.kind !== 'accepted') return;
    const { sequence } = answer;
    const { command } = log.attempt(fact).called;
    const entry = log.entry(sequence);
    if (entry === undefined)
      throw broken(this, `attempt ${attempt} was told of entry ${sequence}, the log ends at ${log.end}`);
    if (!isSame(entry.command, command) && orderedText(entry.command) !== orderedText(command))
      throw broken(
        this,
        `attempt ${attempt} (${excerpt(command)}) was told of entry ${sequence}, which is ${excerpt(entry.command)}`,
      );
    const other = this.#claimed.get(sequence);
    if (other !== undefined) throw broken(this, `attempts ${other} and ${attempt} were both told of entry ${sequence}`);
    this.#claimed.set(sequence, attempt);
  }

  /**
   * Every entry named by an answer exists once and was told to one attempt. Compares the rest of the log with the
   * attempts that got no answer.
   */
  ended(_: unknown, log: AuditedLog): void {
    const answers = [...log.attempts.values()];
    const accepted = answers.filter(({ answer }) => answer.kind === 'accepted').length;
    if (accepted !== this.#claimed.size)
      throw broken(this, `${accepted} attempts were acknowledged, under ${this.#claimed.size} entries`);
    const isOfClient = ({ sequence, command }: ChainedEntry): boolean =>
      !OF_THE_VENUE.has(command.kind) && !this.#claimed.has(sequence);
    const untold = answers.filter(({ answer }) => answer.kind === 'unknown');
    const perhaps = Map.groupBy(untold, ({ called }) => orderedText(called.command));
    for (const [text, entries] of Map.groupBy(log.entries.filter(isOfClient), ({ command }) => orderedText(command))) {
      const most = perhaps.get(text)?.length ?? 0;
      if (entries.length > most)
        throw broken(this, `in the log ${entries.length} times more than acknowledged, unknown ${most} times: ${text}`);
    }
  }
}

/** Text of the parts of a value that JSON keeps, with object fields sorted by name. */
const orderedText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });

/**
 * Acknowledgements agree with one order of events that respects real time: the order of the log. Everything
 * acknowledged before a command was sent precedes it in the log; for a repeat, the first attempt counts.
 */
export class RealTimeOrder implements Rule {
  readonly name = 'real-time-order';
  readonly #first = new Map<string, Attempt>();

  called(fact: FactOf<'called'>, log: AuditedLog): void {
    for (const name of namesOf(fact.command)) if (!this.#first.has(name)) this.#first.set(name, log.attempt(fact));
  }

  answered(fact: FactOf<'answered'>, log: AuditedLog): void {
    const attempt = log.attempt(fact);
    const { answer } = fact;
    if (answer.kind === 'accepted') this.#check(attempt, attempt.toldBefore, answer.sequence);
    if (answer.kind !== 'repeated' && answer.kind !== 'duplicate') return;
    const sequence = answer.kind === 'repeated' ? answer.sequence : answer.result.sequence;
    const told = namesOf(attempt.called.command).map((name) => this.#first.get(name)?.toldBefore ?? attempt.toldBefore);
    this.#check(attempt, Math.min(attempt.toldBefore, ...told), sequence);
  }

  #check({ called }: Attempt, toldBefore: number, sequence: number): void {
    if (sequence > toldBefore) return;
    throw broken(
      this,
      `attempt ${called.attempt} of client ${called.client} became entry ${sequence}; entry ${toldBefore} had been acknowledged before it was sent`,
    );
  }
}

/** Names under which the venue treats two attempts as the same. */
function namesOf(command: Command): string[] {
  const { request } = command;
  const names = request === undefined ? [] : [`request ${request.by} ${request.key}`];
  const orderId = orderIdOf(command);
  return orderId === null ? names : [...names, `order ${orderId}`];
}

function orderIdOf(command: Command): string | null {
  if (command.kind === 'BindAndPlace') return command.order.orderId;
  return command.kind === 'PlaceOrder' ? command.orderId : null;
}

/**
 * A repeated order returns its first result, no matter who repeats it and where. (At most one acceptance is the fold's
 * own condition: `log-can-be-folded`.)
 */
export class RepeatedOrders implements Rule {
  readonly name = 'repeats-are-told-the-first';
  readonly #accepted = new Map<string, number>();

  logged({ entries }: FactOf<'logged'>): void {
    for (const { sequence, events } of entries)
      for (const event of events) if (event.kind === 'OrderAccepted') this.#accepted.set(event.orderId, sequence);
  }

  answered(fact: FactOf<'answered'>, log: AuditedLog): void {
    if (fact.answer.kind !== 'duplicate') return;
    const orderId = orderIdOf(log.attempt(fact).called.command);
    const first = orderId === null ? undefined : this.#accepted.get(orderId);
    if (first !== fact.answer.result.sequence)
      throw broken(
        this,
        `attempt ${fact.attempt} was told ${excerpt(fact.answer.result)}, its order was accepted by entry ${first ?? 'none'}`,
      );
  }
}

/**
 * Under one Idempotency-Key of a submitter, one request is executed once. While it is remembered, no entry has the same
 * key with another hash, and only a multi-part request has several entries. A repeat names the first one.
 */
export class RequestOnce implements Rule {
  readonly name = 'request-once';
  readonly #done = new Map<string, { readonly sequence: number; readonly timeMs: number; readonly hash: string }>();

  answered(fact: FactOf<'answered'>, log: AuditedLog): void {
    const { request } = log.attempt(fact).called.command;
    if (fact.answer.kind !== 'repeated') return;
    const done = request === undefined ? undefined : this.#done.get(`${request.by} ${request.key}`);
    if (done?.sequence !== fact.answer.sequence || done.hash !== request?.hash)
      throw broken(
        this,
        `attempt ${fact.attempt} was told that entry ${fact.answer.sequence} had done it, which was ${done?.sequence ?? 'no entry'}`,
      );
  }

  logged({ entries }: FactOf<'logged'>): void {
    for (const { sequence, timeMs, command, events } of entries) {
      for (const event of events) {
        if (event.kind !== 'RequestKept') continue;
        const name = `${event.by} ${event.key}`;
        const known = this.#done.get(name);
        if (known === undefined || timeMs - known.timeMs >= NAMED_REQUESTS.keptMs) {
          this.#done.set(name, { sequence, timeMs, hash: event.hash });
          continue;
        }
        if (known.hash !== event.hash)
          throw broken(this, `key ${name} did one thing in entry ${known.sequence} and another in entry ${sequence}`);
        if (command.request?.part !== true)
          throw broken(this, `key ${name} did its request in entry ${known.sequence} and again in entry ${sequence}`);
      }
    }
  }
}

/**
 * While the journal's disk is almost full, the venue accepts no new order: the remaining room is reserved for commands
 * that only remove. An order sent earlier may already have been on its way to the disk.
 */
export class RoomIsKept implements Rule {
  readonly name = 'room-is-kept';
  #epoch = 0;
  #isFull = false;
  /** Orders ever sent while there was room, and those first sent after it ran out. */
  readonly #before = new Set<string>();
  readonly #since = new Set<string>();

  epoch({ epoch }: FactOf<'epoch'>): void {
    this.#epoch = epoch;
    this.#change(false);
  }

  room({ epoch, isFull }: FactOf<'room'>): void {
    if (epoch === this.#epoch) this.#change(isFull);
  }

  logged({ entries }: FactOf<'logged'>): void {
    for (const { sequence, command } of this.#isFull ? entries : []) {
      if (command.kind === 'PlaceOrder' && this.#since.has(command.orderId))
        throw broken(this, `entry ${sequence} takes an order that was sent when the disk was full`);
    }
  }

  called({ command }: FactOf<'called'>): void {
    if (command.kind !== 'PlaceOrder') return;
    if (!this.#isFull) this.#before.add(command.orderId);
    else if (!this.#before.has(command.orderId)) this.#since.add(command.orderId);
  }

  #change(isFull: boolean): void {
    this.#isFull = isFull;
    for (const order of this.#since) this.#before.add(order);
    this.#since.clear();
  }
}
