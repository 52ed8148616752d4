/** `bellwether verify` finds nothing: every command is decided again, and the events add up to every balance. */
import { emptyStart, Follower } from '@bellwether/server/log/follower.ts';
import { HistoryCheck } from '@bellwether/server/ops/verify-history.ts';
import type { Examine } from './examination.ts';

export const verifyAgain: Examine = ({ world, records }) => {
  // It says to a late cancel what the venue said, which remembers as much.
  const follower = new Follower(emptyStart(world.keeps));
  const check = new HistoryCheck(follower, []);
  try {
    for (const record of records) follower.read(record);
  } catch (error) {
    throw check.named(error);
  }
  check.finish();
  return null;
};
