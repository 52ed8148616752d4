/** A rule: a named condition that must hold in every run. It receives facts in order and throws when one breaks it. */
import { Violation } from '../limits.ts';
import type { AuditedLog } from './audited-log.ts';
import type { Fact, FactOf } from './facts.ts';

/** A rule has a method for each kind of fact that it hears. `log` already includes the fact. Throws `Violation`. */
type Hearing = { [Kind in Fact['kind']]?: (fact: FactOf<Kind>, log: AuditedLog) => void };

export interface Rule extends Hearing {
  /** Name in failures and in `docs/internals/reliability.md`. */
  readonly name: string;
}

/** Returns the violation of a rule. */
export const broken = ({ name }: Rule, message: string): Violation => new Violation(name, message);

/** A value for a message: shortened, with bigints. */
export function excerpt(value: unknown, length = 400): string {
  const text =
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? 'nothing';
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
