/** Doing something until it is noticed: feeds tell only what is still to come, and few say when a subscription holds. */
import { setTimeout as wait } from 'node:timers/promises';

/** The result of `noticed`; until then `act` happens again and again, `everyMs` apart. */
export async function repeating<Result>(
  noticed: Promise<Result>,
  act: () => Promise<unknown>,
  everyMs = 1_000,
): Promise<Result> {
  const isOver = noticed.then(
    () => true,
    () => true,
  );
  do await act();
  while (!(await Promise.race([isOver, wait(everyMs, false)])));
  return noticed;
}

/** Between two comments of an account, of which some 20 a minute are taken. */
export const COMMENT_EVERY_MS = 4_000;
