/** The log: one chain, one writer at a time, and one state that every reader of it reaches. */
import { hashState } from '@bellwether/engine';
import { GENESIS_HASH } from '@bellwether/server/ports/journal.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { EpochRaised, Fact, Logged, LogRead, Released, StateSeen } from '../facts.ts';
import { Rule } from '../rule.ts';

/**
 * Each record continues the chain of the last one, and at the end the log still reads as it was written. (Entries
 * without gaps and time that never goes back are the fold's own condition: `log-can-be-folded`.)
 */
export class LogContinues extends Rule {
  readonly name = 'log-continues';
  readonly hears = ['logged', 'log'] as const;
  #sequence = 0;
  #hash = GENESIS_HASH;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'logged') this.#logged(fact);
    if (fact.kind === 'log') this.#read(fact, log);
  }

  #logged({ entries, previousHash }: Logged): void {
    const first = entries[0]?.sequence;
    if (previousHash !== this.#hash)
      throw this.broken(`the record of entry ${first} does not continue the chain of entry ${this.#sequence}`);
    const last = entries.at(-1);
    if (last === undefined) throw this.broken(`a record behind entry ${this.#sequence} is empty`);
    this.#sequence = last.sequence;
    this.#hash = last.hash;
  }

  #read({ hashes }: LogRead, log: AuditedLog): void {
    const wrong = hashes.findIndex((hash, index) => hash !== log.entry(index + 1)?.hash);
    if (wrong >= 0) throw this.broken(`entry ${wrong + 1} does not read as it was written`);
    if (hashes.length !== log.end)
      throw this.broken(`entry ${hashes.length + 1} of ${log.end} can not be read any more`);
  }
}

/**
 * Each epoch is taken once, by one writer. After a higher epoch is taken, nothing is written under a lower one. So
 * after a higher epoch has appended, an old leader acknowledges only what it had written before, and never another
 * writer's entries.
 */
export class Fenced extends Rule {
  readonly name = 'fenced';
  readonly hears = ['epoch', 'logged', 'released'] as const;
  #highest = 0;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'epoch') this.#raised(fact);
    if (fact.kind === 'logged') this.#logged(fact);
    if (fact.kind === 'released') this.#released(fact, log);
  }

  #raised({ epoch }: EpochRaised): void {
    if (epoch <= this.#highest) throw this.broken(`epoch ${epoch} was taken when ${this.#highest} was`);
    this.#highest = epoch;
  }

  #logged({ epoch, entries }: Logged): void {
    if (epoch !== this.#highest)
      throw this.broken(
        `entry ${entries[0]?.sequence} was written under epoch ${epoch}, the highest is ${this.#highest}`,
      );
  }

  #released({ epoch, sequence }: Released, log: AuditedLog): void {
    if (log.epochs[sequence - 1] !== epoch)
      throw this.broken(
        `the leader of epoch ${epoch} acknowledged entry ${sequence}, which is of epoch ${log.epochs[sequence - 1] ?? 'none'}`,
      );
  }
}

/**
 * No part has an entry that is not durable or that differs from the log. Every fold of the log reaches the same state:
 * followers, the exchange itself, and a snapshot of any age plus later entries.
 */
export class OneState extends Rule {
  readonly name = 'one-state';
  readonly hears = ['state'] as const;
  /** State hash by entry: from the log, or the first one seen there. */
  readonly #known = new Map<number, string>();

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'state') this.#seen(fact, log);
  }

  #seen({ of, sequence, hash, stateHash }: StateSeen, log: AuditedLog): void {
    if (sequence > 0 && log.entry(sequence)?.hash !== hash) {
      const has = sequence > log.end ? `, the log ends at ${log.end}` : ', which is another one in the log';
      throw this.broken(`${of} has entry ${sequence}${has}`);
    }
    if (stateHash === null) return;
    if (sequence === log.end && !this.#known.has(sequence)) this.#known.set(sequence, hashState(log.state));
    const known = this.#known.get(sequence);
    if (known === undefined) this.#known.set(sequence, stateHash);
    else if (known !== stateHash)
      throw this.broken(`${of} has another state at entry ${sequence}: ${stateHash}, not ${known}`);
  }
}
