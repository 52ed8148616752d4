/** A rule: what must hold of every run, under a name. It hears facts in order and throws when one breaks it. */
import type { AuditedLog } from './audited-log.ts';
import type { Fact } from './facts.ts';

export interface Rule {
  /** As failures and `docs/RELIABILITY.md` name it. */
  readonly name: string;
  /** Facts of all other kinds are of no interest to it: it is not told of them. */
  readonly hears: readonly Fact['kind'][];
  /** `log` has taken the fact in already. Throws `Violation`. */
  take(fact: Fact, log: AuditedLog): void;
}

/** A value in a message: short, with bigints. */
export function excerpt(value: unknown, length = 400): string {
  const text =
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? 'nothing';
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
