/** Every rule that a run is checked against. A rule without a row in `testing/breaking-histories.ts` fails a test. */
import { AuditedLog, broken, type Rule } from './audited-log.ts';
import { EXAMINATIONS, type Examination, type Fact } from './facts.ts';
import { Oracle } from './oracle/oracle.ts';
import { HousesKeepWithin } from './rules/houses.ts';
import { KeysKeepWithin } from './rules/keys.ts';
import { Fenced, LogContinues, OneState } from './rules/log.ts';
import { ResultsPay } from './rules/money.ts';
import { OracleAnswers, oracleDecides, oracleLedger } from './rules/oracle-agrees.ts';
import { ClientBooks, ReadsAreTrue, ReadsGoForward, ReadYourWrites } from './rules/reads.ts';
import { AcknowledgedOnce, RealTimeOrder, RepeatedOrders, RequestOnce, RoomIsKept } from './rules/requests.ts';
import { Bounded, Conservation, Invariants } from './rules/state.ts';
import { FreshPeriod, Lateness, NotOld, Progress, VenueTime } from './rules/time.ts';

/** The result of an examination at the end of a run; each examination is a rule of its own. */
const examined = (name: Examination): Rule => ({
  name,
  examined({ by, problem }) {
    if (by === name && problem !== null) throw broken(this, problem);
  },
});

export function createRules(): readonly Rule[] {
  const oracle = new Oracle();
  return [
    new LogContinues(),
    new Fenced(),
    new RepeatedOrders(),
    new RequestOnce(),
    new Conservation(),
    new Invariants(),
    new ResultsPay(),
    new KeysKeepWithin(),
    new HousesKeepWithin(),
    oracleDecides(oracle),
    oracleLedger(oracle),
    new AcknowledgedOnce(),
    new RealTimeOrder(),
    new OracleAnswers(oracle),
    new ReadYourWrites(),
    new ReadsGoForward(),
    new ReadsAreTrue(),
    new NotOld(),
    new ClientBooks(),
    new OneState(),
    new Bounded(),
    new RoomIsKept(),
    new Progress(),
    new Lateness(),
    new FreshPeriod(),
    new VenueTime(),
    ...EXAMINATIONS.map(examined),
  ];
}

/** Hands every fact of a run to the rules that hear its kind. */
export class Auditor {
  readonly log = new AuditedLog();
  readonly #rules: readonly Rule[];
  readonly #hearing = new Map<Fact['kind'], readonly Rule[]>();

  constructor(rules: readonly Rule[] = createRules()) {
    this.#rules = rules;
  }

  /** Throws `Violation` for the first rule that the fact breaks. */
  take(fact: Fact): void {
    this.log.take(fact);
    const { kind } = fact;
    const hearing = this.#hearing.get(kind) ?? this.#rules.filter((rule) => rule[kind] !== undefined);
    this.#hearing.set(kind, hearing);
    // Cast: the method is the one for this kind.
    for (const rule of hearing) rule[kind]?.(fact as never, this.log);
  }
}
