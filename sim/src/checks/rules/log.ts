/** The log: one chain, one writer at a time, and one state that every reader of it reaches. */
import { hashState } from '@bellwether/engine';
import { GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { type AuditedLog, broken, type Rule } from '../audited-log.ts';
import type { FactOf } from '../facts.ts';

/**
 * Each record continues the chain of the last one, and at the end the log still reads as it was written. (Entries
 * without gaps and time that never goes back are the fold's own condition: `log-can-be-folded`.)
 */
export class LogContinues implements Rule {
  readonly name = 'log-continues';
  #sequence = 0;
  #hash = GENESIS_HASH;

  logged({ entries, previousHash }: FactOf<'logged'>): void {
    const first = entries[0]?.sequence;
    if (previousHash !== this.#hash)
      throw broken(this, `the record of entry ${first} does not continue the chain of entry ${this.#sequence}`);
    const last = entries.at(-1);
    if (last === undefined) throw broken(this, `a record behind entry ${this.#sequence} is empty`);
    this.#sequence = last.sequence;
    this.#hash = last.hash;
  }

  log({ hashes }: FactOf<'log'>, log: AuditedLog): void {
    const wrong = hashes.findIndex((hash, index) => hash !== log.entry(index + 1)?.hash);
    if (wrong >= 0) throw broken(this, `entry ${wrong + 1} does not read as it was written`);
    if (hashes.length !== log.end)
      throw broken(this, `entry ${hashes.length + 1} of ${log.end} can not be read any more`);
  }
}

/**
 * Each epoch is taken once, by one writer. After a higher epoch is taken, nothing is written under a lower one. So
 * after a higher epoch has appended, an old leader acknowledges only what it had written before, and never another
 * writer's entries.
 */
export class Fenced implements Rule {
  readonly name = 'fenced';
  #highest = 0;

  epoch({ epoch }: FactOf<'epoch'>): void {
    if (epoch <= this.#highest) throw broken(this, `epoch ${epoch} was taken when ${this.#highest} was`);
    this.#highest = epoch;
  }

  logged({ epoch, entries }: FactOf<'logged'>): void {
    if (epoch !== this.#highest)
      throw broken(
        this,
        `entry ${entries[0]?.sequence} was written under epoch ${epoch}, the highest is ${this.#highest}`,
      );
  }

  released({ epoch, sequence }: FactOf<'released'>, log: AuditedLog): void {
    if (log.epochs[sequence - 1] !== epoch)
      throw broken(
        this,
        `the leader of epoch ${epoch} acknowledged entry ${sequence}, which is of epoch ${log.epochs[sequence - 1] ?? 'none'}`,
      );
  }
}

/**
 * No part has an entry that is not durable or that differs from the log. Every fold of the log reaches the same state:
 * followers, the exchange itself, and a snapshot of any age plus later entries.
 */
export class OneState implements Rule {
  readonly name = 'one-state';
  /** State hash by entry: from the log, or the first one seen there. */
  readonly #known = new Map<number, string>();

  state({ of, sequence, hash, stateHash }: FactOf<'state'>, log: AuditedLog): void {
    if (sequence > 0 && log.entry(sequence)?.hash !== hash) {
      const has = sequence > log.end ? `, the log ends at ${log.end}` : ', which is another one in the log';
      throw broken(this, `${of} has entry ${sequence}${has}`);
    }
    if (stateHash === null) return;
    if (sequence === log.end && !this.#known.has(sequence)) this.#known.set(sequence, hashState(log.state));
    const known = this.#known.get(sequence);
    if (known === undefined) this.#known.set(sequence, stateHash);
    else if (known !== stateHash)
      throw broken(this, `${of} has another state at entry ${sequence}: ${stateHash}, not ${known}`);
  }
}
