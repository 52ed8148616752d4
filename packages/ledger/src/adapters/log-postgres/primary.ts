/**
 * Access to the primary, whichever server that is now. A session is opened when one is needed and none is open. The
 * primary is searched among the servers of the address, repeatedly, for a bounded time.
 */
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { type PostgresAddress, parseAddress } from './address.ts';
import { CONNECT_MS_MAX, RETRY_MS, SILENCE_MS_MAX, WITHOUT_PRIMARY_MS_MAX } from './limits.ts';
import { type Answer, isRefusal, Session, SessionLost } from './session.ts';
import { UnsafeDatabase } from './settings.ts';

/** Settings with which a program uses the database. */
export interface PostgresOptions {
  /** `BELLWETHER_JOURNAL`. */
  readonly url: string;
  /** `BELLWETHER_JOURNAL_UNSAFE_TEST`. */
  readonly isTest: boolean;
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  /** Time for which a primary is searched; `WITHOUT_PRIMARY_MS_MAX` by default. */
  readonly patienceMs?: number;
}

/** No server of the address could be used within the time limit. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
}

/** Codes for an unknown user, password or database: waiting mends nothing, unless it has worked before. */
const REFUSED = /^(?:28|3D000)/;

export class Primary {
  readonly address: PostgresAddress;
  readonly #options: PostgresOptions;
  readonly #name: string;
  readonly #patienceMs: number;
  #session: Session | null = null;
  #opening: Promise<Session> | null = null;
  #isClosed = false;

  /** `name` identifies the connection on the server. Throws when the address is malformed. */
  constructor(options: PostgresOptions, name: string) {
    this.address = parseAddress(options.url);
    this.#options = options;
    this.#name = name;
    this.#patienceMs = options.patienceMs ?? WITHOUT_PRIMARY_MS_MAX;
  }

  /** Unsafe settings that a test has allowed, as reported by the current session. */
  get unsafe(): readonly string[] {
    return this.#session?.unsafe ?? [];
  }

  /** Returns the current session, or a new one. Throws the reason why there is none now. */
  async session(): Promise<Session> {
    if (this.#session !== null && !this.#session.isLost) return this.#session;
    // Shared by all concurrent callers: a second session would be forgotten, with its locks.
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /**
   * Does `work` with a session, and again with the next one if it was lost on the way: only for work that is safe to
   * repeat. Throws `NoPrimary`, `UnsafeDatabase`, or the server's refusal.
   */
  async repeatedly<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const patience = this.patience();
    for (;;) {
      try {
        const session = await this.session();
        patience.reached();
        return await work(session);
      } catch (error) {
        if (!isPassing(error) || this.#isClosed) throw error;
        if (patience.isOver()) throw new NoPrimary(wordsOf(error), { cause: error });
      }
      await this.pause();
    }
  }

  /** Runs one statement that is safe to repeat. */
  query(text: string, values: readonly unknown[] = [], name?: string): Promise<Answer> {
    return this.repeatedly((session) => session.run(text, values, name));
  }

  /** Measures how long no primary could be reached: `isOver` is called after each failure. */
  patience(): { reached(): void; isOver(): boolean } {
    const { clock } = this.#options.runtime;
    let sinceMs: number | null = null;
    return {
      reached: () => {
        sinceMs = null;
      },
      isOver: () => {
        sinceMs ??= clock.monotonicMs();
        return clock.monotonicMs() - sinceMs > this.#patienceMs;
      },
    };
  }

  /** Waits before the next attempt. */
  pause(): Promise<void> {
    return new Promise((resolve) => this.#options.runtime.timers.after(RETRY_MS, resolve));
  }

  close(): void {
    this.#isClosed = true;
    this.#session?.close();
  }

  async #open(): Promise<Session> {
    const problems: string[] = [];
    let isRefused = this.#session === null;
    for (const url of this.address.urls) {
      if (this.#isClosed) throw new Error('the journal is closed');
      try {
        this.#session = await Session.open({ url, shown: this.address.shown, name: this.#name, ...this.#ofSession() });
        if (this.#isClosed) this.close();
        return this.#session;
      } catch (error) {
        if (error instanceof UnsafeDatabase) throw error;
        problems.push(wordsOf(error));
        isRefused &&= isRefusal(error) && REFUSED.test(error.code ?? '');
      }
    }
    if (isRefused) {
      const why = problems.join('; ');
      throw new Error(
        `PostgreSQL at ${this.address.shown} refuses the user, password or database of its address: ${why}`,
      );
    }
    throw new SessionLost(`PostgreSQL at ${this.address.shown} cannot be reached: ${problems.join('; ')}`);
  }

  #ofSession() {
    const { runtime, isTest } = this.#options;
    // Who tries once gives a busy server as long as a statement.
    return { timers: runtime.timers, isTest, connectMs: this.#patienceMs === 0 ? SILENCE_MS_MAX : CONNECT_MS_MAX };
  }
}

/**
 * True if the error may go away in a moment: no server, another one, a lock, a start or a stop. The statement had no
 * effect, or its outcome is unknown.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof SessionLost) return true;
  return isRefusal(error) && /^(?:08|40|53300|55P03|57)/.test(error.code ?? '');
}

export function wordsOf(error: unknown): string {
  // A refused connection to a name with several addresses has no message itself.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(wordsOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
