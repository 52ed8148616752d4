/** Repeats an action until it is noticed: feeds report only future events, and few confirm a subscription. */
import { setTimeout as wait } from 'node:timers/promises';

/** Returns the result of `noticed`; until then repeats `act` every `everyMs`. */
export async function repeating<Result>(noticed: Promise<Result>, act: () => Promise<unknown>, everyMs = 1_000) {
  const yes = (): boolean => true;
  const isOver = noticed.then(yes, yes);
  do await act();
  while (!(await Promise.race([isOver, wait(everyMs, false)])));
  return noticed;
}

/** Pause between two comments of an account; the venue accepts about 20 a minute. */
export const COMMENT_EVERY_MS = 4_000;
