/**
 * The primary, whichever server it is now: a session with it is opened when one is needed and none is there. It is looked
 * for among the servers of the address, again and again, for a bounded time.
 */
import { DatabaseError } from 'pg';
import type { Runtime } from '../../ports/runtime.ts';
import { type PostgresAddress, parseAddress } from './address.ts';
import { RETRY_MS, WITHOUT_PRIMARY_MS_MAX } from './limits.ts';
import { type Answer, Session, SessionLost } from './session.ts';
import { UnsafeDatabase } from './settings.ts';

/** What a program says of the database that it uses. */
export interface PostgresOptions {
  /** `BELLWETHER_JOURNAL`. */
  readonly url: string;
  /** `BELLWETHER_JOURNAL_UNSAFE_TEST`. */
  readonly isTest: boolean;
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  /** How long a primary is looked for; `WITHOUT_PRIMARY_MS_MAX` by default. */
  readonly patienceMs?: number;
}

/** No server of the address could be used for as long as is waited. */
export class NoPrimary extends Error {
  readonly code = 'no_primary';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoPrimary';
  }
}

export class Primary {
  readonly address: PostgresAddress;
  readonly #options: PostgresOptions;
  readonly #name: string;
  readonly #patienceMs: number;
  #session: Session | null = null;
  #opening: Promise<Session> | null = null;
  #isClosed = false;

  /** `name` is what the server knows it by. Throws when the address is malformed. */
  constructor(options: PostgresOptions, name: string) {
    this.address = parseAddress(options.url);
    this.#options = options;
    this.#name = name;
    this.#patienceMs = options.patienceMs ?? WITHOUT_PRIMARY_MS_MAX;
  }

  /** What a test has been allowed, as the session there is says. */
  get unsafe(): readonly string[] {
    return this.#session?.unsafe ?? [];
  }

  /** The session there is, or a new one. Throws why there is none now. */
  async session(): Promise<Session> {
    if (this.#session !== null && !this.#session.isLost) return this.#session;
    // For all who ask meanwhile: of two sessions one would be forgotten, with what it has locked.
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /**
   * Does `work` with a session, and again with the next one when it was lost on the way: for what may be done twice. Throws
   * `NoPrimary`, `UnsafeDatabase`, or what the server refused.
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

  /** One statement that may be run twice. */
  query(text: string, values: readonly unknown[] = [], name?: string): Promise<Answer> {
    return this.repeatedly((session) => session.run(text, values, name));
  }

  /** How long no primary could be reached: asked after each failure. */
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

  /** Before the next attempt. */
  pause(): Promise<void> {
    return new Promise((resolve) => this.#options.runtime.timers.after(RETRY_MS, resolve));
  }

  close(): void {
    this.#isClosed = true;
    this.#session?.close();
  }

  async #open(): Promise<Session> {
    const problems: string[] = [];
    for (const url of this.address.urls) {
      if (this.#isClosed) throw new Error('the journal is closed');
      try {
        this.#session = await Session.open({ url, shown: this.address.shown, name: this.#name, ...this.#ofSession() });
        if (this.#isClosed) this.close();
        return this.#session;
      } catch (error) {
        if (error instanceof UnsafeDatabase) throw error;
        problems.push(wordsOf(error));
      }
    }
    throw new SessionLost(`PostgreSQL at ${this.address.shown} cannot be reached: ${problems.join('; ')}`);
  }

  #ofSession(): { readonly timers: PostgresOptions['runtime']['timers']; readonly isTest: boolean } {
    return { timers: this.#options.runtime.timers, isTest: this.#options.isTest };
  }
}

/** Whether it may be otherwise in a moment: no server, another one, a lock, a start or a stop. Nothing of it was done, or it is not known. */
export function isPassing(error: unknown): boolean {
  if (error instanceof SessionLost) return true;
  return error instanceof DatabaseError && /^(?:08|40|53300|55P03|57)/.test(error.code ?? '');
}

export function wordsOf(error: unknown): string {
  // A refused connection to a name with several addresses says nothing itself.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(wordsOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
