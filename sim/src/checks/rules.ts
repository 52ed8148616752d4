/** Every rule that a run is checked against. A rule without a row in `testing/breaking-histories.ts` fails a test. */
import type { Examination, Fact } from './facts.ts';
import { Oracle } from './oracle/oracle.ts';
import { Rule } from './rule.ts';
import { Fenced, LogContinues, OneState } from './rules/log.ts';
import { OracleAnswers, OracleDecides, OracleLedger } from './rules/oracle-agrees.ts';
import { ClientBooks, ReadsAreTrue, ReadsGoForward, ReadYourWrites } from './rules/reads.ts';
import { AcknowledgedOnce, RealTimeOrder, RepeatedOrders, RequestOnce, RoomIsKept } from './rules/requests.ts';
import { Bounded, Conservation, Invariants } from './rules/state.ts';
import { FreshPeriod, Lateness, NotOld, Progress, VenueTime } from './rules/time.ts';

/** Rule name of each examination; see `examinations/`. */
const EXAMINATIONS: Readonly<Record<Examination, string>> = {
  verify: 'verify-agrees',
  rows: 'rows-rebuilt-are-the-same',
  'rows-naive': 'rows-are-a-naive-fold',
  snapshots: 'snapshot-and-tail',
  followers: 'followers-agree',
};

/** Results of the examinations at the end of a run; each examination is a rule of its own. */
class Examined extends Rule {
  readonly name: string;
  readonly hears = ['examined'] as const;
  readonly #by: Examination;

  constructor(by: Examination) {
    super();
    this.#by = by;
    this.name = EXAMINATIONS[by];
  }

  take(fact: Fact): void {
    if (fact.kind === 'examined' && fact.by === this.#by && fact.problem !== null) throw this.broken(fact.problem);
  }
}

/** Returns fresh rules for one run. */
export function createRules(): readonly Rule[] {
  const oracle = new Oracle();
  return [
    new LogContinues(),
    new Fenced(),
    new RepeatedOrders(),
    new RequestOnce(),
    new Conservation(),
    new Invariants(),
    new OracleDecides(oracle),
    new OracleLedger(oracle),
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
    new Examined('verify'),
    new Examined('rows'),
    new Examined('rows-naive'),
    new Examined('snapshots'),
    new Examined('followers'),
  ];
}
