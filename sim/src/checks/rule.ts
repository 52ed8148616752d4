/** A rule: a named condition that must hold in every run. It receives facts in order and throws when one breaks it. */
import type { AuditedLog } from './audited-log.ts';
import type { Fact } from './facts.ts';

export interface Rule {
  /** Name in failures and in `docs/RELIABILITY.md`. */
  readonly name: string;
  /** Kinds of facts that the rule receives. */
  readonly hears: readonly Fact['kind'][];
  /** `log` already includes the fact. Throws `Violation`. */
  take(fact: Fact, log: AuditedLog): void;
}

/** A value for a message: shortened, with bigints. */
export function excerpt(value: unknown, length = 400): string {
  const text =
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? 'nothing';
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
