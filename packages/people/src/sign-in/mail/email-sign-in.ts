/**
 * Links by e-mail. Asking for one does the same work for every address: it joins a queue, and only behind the queue does
 * the venue look whether it knows the address. Nobody learns from answers or their time who is a member.
 */
import type { VenueMark } from './layout.ts';
import type { Mailer } from './mailer.ts';
import { signInMail } from './texts.ts';

export interface EmailSignInDependencies {
  readonly mailer: Mailer;
  readonly venue: () => VenueMark;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs a function once the current work is done: after the answer has left. */
  readonly soon: (work: () => void) => void;
  /** A link that signs in the person with this address, once; null if nobody has it or may come in. */
  readonly linkFor: (email: string) => Promise<string | null>;
  readonly warn: (error: unknown, message: string) => void;
}

/** Takes an address in lower case. Never tells whether a mail will leave. */
export type EmailSignIn = (email: string) => void;

/** Mails to one address within a window. */
export const MAILS_EACH = 3;
export const WINDOW_MS = 600_000;
/** Addresses that may wait; more are dropped, as a flood would be. */
export const MAX_WAITING = 200;
/** Mails under way at once. */
const MAX_WORKERS = 4;
/** Addresses that are counted at once; the oldest are forgotten first. */
const MAX_COUNTED = 10_000;

export function createEmailSignIn(dependencies: EmailSignInDependencies): EmailSignIn {
  const { mailer, venue, now, soon, linkFor, warn } = dependencies;
  const asked = new Map<string, { count: number; readonly since: number }>();
  const waiting: string[] = [];
  let workers = 0;

  function capped(email: string): boolean {
    const known = asked.get(email);
    if (known !== undefined && now() - known.since < WINDOW_MS) return ++known.count > MAILS_EACH;
    asked.delete(email);
    asked.set(email, { count: 1, since: now() });
    for (const oldest of asked.keys()) {
      if (asked.size <= MAX_COUNTED) break;
      asked.delete(oldest);
    }
    return false;
  }

  async function work(): Promise<void> {
    for (let email = waiting.shift(); email !== undefined; email = waiting.shift()) {
      try {
        const url = await linkFor(email);
        if (url !== null) await mailer.send(signInMail(venue(), email, url));
      } catch (error) {
        warn(error, 'a mail with a sign-in link was not sent');
      }
    }
    workers -= 1;
  }

  return (email) => {
    if (capped(email) || waiting.length >= MAX_WAITING) return;
    waiting.push(email);
    if (workers === MAX_WORKERS) return;
    workers += 1;
    soon(() => void work());
  };
}
