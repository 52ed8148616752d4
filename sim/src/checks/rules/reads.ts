/** Reads by clients include their own writes, never go back in time, and match the log at the entry they claim. */
import type { AuditedLog } from '../audited-log.ts';
import type { Answer, Fact, ReadBegun, ReadDone } from '../facts.ts';
import { excerpt, Rule } from '../rule.ts';

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
class Knowing {
  readonly #known = new Map<string, Map<number, number>>();
  readonly #open = new Map<number, Reading>();

  learns({ client, node, member }: Pick<Reading, 'client' | 'node' | 'member'>, sequence: number): void {
    const known = this.#known.get(`${client} ${member}`) ?? new Map<number, number>();
    known.set(node, Math.max(known.get(node) ?? 0, sequence));
    this.#known.set(`${client} ${member}`, known);
  }

  begin({ read, client, node, member = 0 }: ReadBegun): void {
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

export class ReadYourWrites extends Rule {
  readonly name = 'read-your-writes';
  readonly hears = ['answered', 'reading', 'read'] as const;
  readonly #knowing = new Knowing();

  take(fact: Fact, log: AuditedLog): void {
    const { attempt } = log;
    if (fact.kind === 'answered' && attempt !== null)
      this.#knowing.learns({ client: attempt.called.client, member: 0, ...fact }, sequenceOf(fact.answer));
    if (fact.kind === 'reading') this.#knowing.begin(fact);
    if (fact.kind !== 'read') return;
    const { client, atLeast } = this.#knowing.done(fact.read);
    if (fact.sequence < atLeast)
      throw this.broken(
        `client ${client} was told of entry ${atLeast}, read afterwards and was shown entry ${fact.sequence}`,
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
export class ReadsGoForward extends Rule {
  readonly name = 'reads-go-forward';
  readonly hears = ['reading', 'read'] as const;
  readonly #knowing = { memory: new Knowing(), rows: new Knowing() };
  readonly #of = new Map<number, 'memory' | 'rows'>();

  take(fact: Fact): void {
    if (fact.kind === 'reading') {
      this.#of.set(fact.read, fact.of);
      this.#knowing[fact.of].begin(fact);
    }
    if (fact.kind !== 'read') return;
    const knowing = this.#knowing[this.#of.get(fact.read) ?? 'memory'];
    const reading = knowing.done(fact.read);
    const { client, atLeast } = reading;
    if (fact.sequence < atLeast)
      throw this.broken(`client ${client} was shown entry ${atLeast} and then entry ${fact.sequence}`);
    knowing.learns(reading, fact.sequence);
  }
}

export class ReadsAreTrue extends Rule {
  readonly name = 'reads-are-true';
  readonly hears = ['read'] as const;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'read') this.#check(fact, log);
  }

  #check({ read, sequence, shown }: ReadDone, log: AuditedLog): void {
    if (sequence > log.end) throw this.broken(`read ${read} shows entry ${sequence}, the log ends at entry ${log.end}`);
    for (const { subject, value } of shown) {
      const expected = log.timeline.at(subject, sequence);
      if (value !== expected)
        throw this.broken(
          `read ${read} shows at entry ${sequence} ${subject} as ${excerpt(value)}, it is ${excerpt(expected)}`,
        );
    }
  }
}

/** A client's book built from messages alone equals the market's book at that version. */
export class ClientBooks extends Rule {
  readonly name = 'client-books';
  readonly hears = ['feed', 'book'] as const;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'feed') throw this.broken(`client ${fact.client}: ${fact.message}`);
    if (fact.kind !== 'book') return;
    const expected = log.timeline.book(fact.market, fact.version);
    if (fact.text !== expected)
      throw this.broken(
        `client ${fact.client} has market ${fact.market} at ${fact.version} as "${fact.text}", it is "${expected ?? 'none'}"`,
      );
  }
}
