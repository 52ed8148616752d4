/**
 * Each record continues the chain of the last one, and at the end the log still reads as it was written. (Entries
 * without gaps and time that never goes back are the fold's own condition: `log-can-be-folded`.)
 */
import { GENESIS_HASH } from '@bellwether/server/ports/journal.ts';
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact, Logged, LogRead } from '../facts.ts';
import type { Rule } from '../rule.ts';

export class LogContinues implements Rule {
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
      throw this.#broken(`the record of entry ${first} does not continue the chain of entry ${this.#sequence}`);
    const last = entries.at(-1);
    if (last === undefined) throw this.#broken(`a record behind entry ${this.#sequence} is empty`);
    this.#sequence = last.sequence;
    this.#hash = last.hash;
  }

  #read({ hashes }: LogRead, log: AuditedLog): void {
    const wrong = hashes.findIndex((hash, index) => hash !== log.entry(index + 1)?.hash);
    if (wrong >= 0) throw this.#broken(`entry ${wrong + 1} does not read as it was written`);
    if (hashes.length !== log.end)
      throw this.#broken(`entry ${hashes.length + 1} of ${log.end} can not be read any more`);
  }

  #broken(message: string): Violation {
    return new Violation(this.name, message);
  }
}
