/**
 * `bellwether verify` finds nothing when it decides every command again, and the events alone add up to every balance.
 */
import { emptyStart, Follower } from '@bellwether/server/log/follower.ts';
import { NaiveLedgerCheck } from '@bellwether/server/ops/testing/naive-ledger-check.ts';
import { HistoryCheck } from '@bellwether/server/ops/verify-history.ts';
import type { Examine } from './examination.ts';

export const verifyAgain: Examine = ({ world, records }) => {
  // The follower remembers as much as the venue, so it answers a late cancel the same way.
  const follower = new Follower(emptyStart(world.keeps));
  const check = new HistoryCheck(follower, []);
  const ledger = new NaiveLedgerCheck();
  try {
    for (const record of records) for (const entry of follower.read(record)) ledger.observe(entry);
  } catch (error) {
    throw check.named(error);
  }
  check.finish();
  ledger.finish(follower.state);
  return null;
};
