/** A rule: a named condition that must hold in every run. It receives facts in order and throws when one breaks it. */
import { Violation } from '../world.ts';
import type { AuditedLog } from './audited-log.ts';
import type { Fact } from './facts.ts';

export abstract class Rule {
  /** Name in failures and in `docs/internals/reliability.md`. */
  abstract readonly name: string;
  /** Kinds of facts that the rule receives. */
  abstract readonly hears: readonly Fact['kind'][];
  /** `log` already includes the fact. Throws `Violation`. */
  abstract take(fact: Fact, log: AuditedLog): void;

  protected broken(message: string): Violation {
    return new Violation(this.name, message);
  }
}

/** A value for a message: shortened, with bigints. */
export function excerpt(value: unknown, length = 400): string {
  const text =
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? 'nothing';
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
