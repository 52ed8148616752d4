/** Every rule that a run is checked against. A rule without a row in `testing/breaking-histories.ts` fails a test. */
import { Oracle } from './oracle/oracle.ts';
import type { Rule } from './rule.ts';
import { AcknowledgedOnce } from './rules/acknowledged-once.ts';
import { Bounded } from './rules/bounded.ts';
import { ClientBooks } from './rules/client-books.ts';
import { Conservation } from './rules/conservation.ts';
import { Examined } from './rules/examined.ts';
import { Fenced } from './rules/fenced.ts';
import { FreshPeriod } from './rules/fresh-period.ts';
import { Invariants } from './rules/invariants.ts';
import { Lateness } from './rules/lateness.ts';
import { LogContinues } from './rules/log-continues.ts';
import { NotOld } from './rules/not-old.ts';
import { OneState } from './rules/one-state.ts';
import { OracleAnswers, OracleDecides, OracleLedger } from './rules/oracle-agrees.ts';
import { Progress } from './rules/progress.ts';
import { ReadsAreTrue, ReadsGoForward, ReadYourWrites } from './rules/reads.ts';
import { RealTimeOrder } from './rules/real-time-order.ts';
import { RepeatedOrders } from './rules/repeated-orders.ts';
import { RequestOnce } from './rules/request-once.ts';
import { RoomIsKept } from './rules/room-is-kept.ts';
import { VenueTime } from './rules/venue-time.ts';

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
