/** All seeded bugs, by the part of the venue that they are in. */
import { BOOK } from './bugs/book.ts';
import { FEEDS } from './bugs/feeds.ts';
import { FOLLOWERS } from './bugs/follower.ts';
import { IDEMPOTENCY } from './bugs/idempotency.ts';
import { LEDGER_BUGS } from './bugs/ledger.ts';
import { MARKET_LIFE } from './bugs/market-life.ts';
import { MATCHING } from './bugs/matching.ts';
import { NODE_BUGS } from './bugs/nodes.ts';
import { ORDER_DESK } from './bugs/order-desk.ts';
import { PROJECTOR_BUGS } from './bugs/projector.ts';
import { RECOVERY_BUGS } from './bugs/recovery.ts';
import { SEQUENCER_BUGS } from './bugs/sequencer.ts';
import { TIMERS } from './bugs/timers.ts';
import type { Mutant, MutantArea } from './mutant.ts';

export const AREAS: readonly MutantArea[] = [
  MATCHING,
  BOOK,
  LEDGER_BUGS,
  MARKET_LIFE,
  TIMERS,
  IDEMPOTENCY,
  SEQUENCER_BUGS,
  RECOVERY_BUGS,
  FOLLOWERS,
  FEEDS,
  PROJECTOR_BUGS,
  ORDER_DESK,
  NODE_BUGS,
];

export const MUTANTS: readonly Mutant[] = AREAS.flatMap(({ mutants }) => mutants);

/** Throws for a name that is not in the table. */
export function mutantNamed(name: string): Mutant {
  const mutant = MUTANTS.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`there is no seeded bug ${name}: the names are in sim/src/mutants/bugs`);
  return mutant;
}
