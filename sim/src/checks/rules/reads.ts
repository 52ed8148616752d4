/** Reads by clients include their own writes, never go back in time, and match the log at the entry they claim. */
import { type AuditedLog, broken, excerpt, type Rule } from '../audited-log.ts';
import type { Answer, FactOf } from '../facts.ts';

interface Reading {
  readonly client: number;
  readonly node: number;
  readonly member: number;
  /** Highest entry that the process must show. */
  readonly atLeast: number;
}

/**
 * Knowledge of each client, by process. A later process has everything that an earlier one said, but not vice versa.
 * Nodes count separately: others show what one has said a moment later.
 */
class ShownSequences {
  readonly #known = new Map<string, Map<number, number>>();
  readonly #open = new Map<number, Reading>();

  learns({ client, node, member }: Pick<Reading, 'client' | 'node' | 'member'>, sequence: number): void {
    const known = this.#known.get(`${client} ${member}`) ?? new Map<number, number>();
    known.set(node, Math.max(known.get(node) ?? 0, sequence));
    this.#known.set(`${client} ${member}`, known);
  }

  begin({ read, client, node, member = 0 }: FactOf<'reading'>): void {
    let atLeast = 0;
    for (const [from, sequence] of this.#known.get(`${client} ${member}`) ?? [])
      if (from <= node) atLeast = Math.max(atLeast, sequence);
    this.#open.set(read, { client, node, member, atLeast });
  }

  done(read: number): Reading {
    const reading = this.#open.get(read);
    if (reading === undefined) throw new Error(`read ${read} never began`);
    this.#open.delete(read);
    return reading;
  }
}

export class ReadYourWrites implements Rule {
  readonly name = 'read-your-writes';
  readonly #shown = new ShownSequences();

  answered(fact: FactOf<'answered'>, log: AuditedLog): void {
    this.#shown.learns({ client: log.attempt(fact).called.client, member: 0, ...fact }, sequenceOf(fact.answer));
  }

  reading(fact: FactOf<'reading'>): void {
    this.#shown.begin(fact);
  }

  read({ read, sequence }: FactOf<'read'>): void {
    const { client, atLeast } = this.#shown.done(read);
    if (sequence < atLeast)
      throw broken(
        this,
        `client ${client} was told of entry ${atLeast}, read afterwards and was shown entry ${sequence}`,
      );
  }
}

function sequenceOf(answer: Answer): number {
  if (answer.kind === 'accepted' || answer.kind === 'repeated') return answer.sequence;
  return answer.kind === 'duplicate' ? answer.result.sequence : 0;
}

/**
 * Memory and rows count separately: rows may show an entry a moment before the gateway that asked for them has it in
 * memory, because records reach the projector and the gateways by separate paths.
 */
export class ReadsGoForward implements Rule {
  readonly name = 'reads-go-forward';
  readonly #shown = { memory: new ShownSequences(), rows: new ShownSequences() };
  readonly #of = new Map<number, 'memory' | 'rows'>();

  reading(fact: FactOf<'reading'>): void {
    this.#of.set(fact.read, fact.of);
    this.#shown[fact.of].begin(fact);
  }

  read({ read, sequence }: FactOf<'read'>): void {
    const shown = this.#shown[this.#of.get(read) ?? 'memory'];
    const reading = shown.done(read);
    const { client, atLeast } = reading;
    if (sequence < atLeast)
      throw broken(this, `client ${client} was shown entry ${atLeast} and then entry ${sequence}`);
    shown.learns(reading, sequence);
  }
}

export class ReadsAreTrue implements Rule {
  readonly name = 'reads-are-true';

  read({ read, sequence, shown }: FactOf<'read'>, log: AuditedLog): void {
    if (sequence > log.end)
      throw broken(this, `read ${read} shows entry ${sequence}, the log ends at entry ${log.end}`);
    for (const { subject, value } of shown) {
      const expected = log.timeline.at(subject, sequence);
      if (value !== expected)
        throw broken(
          this,
          `read ${read} shows at entry ${sequence} ${subject} as ${excerpt(value)}, it is ${excerpt(expected)}`,
        );
    }
  }
}

/** A client's book built from messages alone equals the market's book at that version. */
export class ClientBooks implements Rule {
  readonly name = 'client-books';

  feed({ client, message }: FactOf<'feed'>): void {
    throw broken(this, `client ${client}: ${message}`);
  }

  book({ client, market, version, text }: FactOf<'book'>, log: AuditedLog): void {
    const expected = log.timeline.book(market, version);
    if (text !== expected)
      throw broken(
        this,
        `client ${client} has market ${market} at ${version} as "${text}", it is "${expected ?? 'none'}"`,
      );
  }
}
