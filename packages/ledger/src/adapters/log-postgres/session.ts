/**
 * One connection to the primary. Refuses a server that is a standby, is configured so that it could lose a commit, or
 * is reached through a pooler. The holder of a session sends one statement at a time.
 */

import type { Cancel, Timers } from '@bellwether/ports/runtime.ts';
import type { Client, DatabaseError } from 'pg';
import { LOCK_MS_MAX, SILENCE_MS_MAX } from './limits.ts';
import { checkSettings, SETTINGS, UnsafeDatabase } from './settings.ts';

/** The connection is gone, or was given up: the outcome of a statement in progress is unknown. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';
}

/** The server answers, but is not the primary. */
class NotPrimary extends Error {}

export interface Answer {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows inserted or updated. */
  readonly count: number;
  /**
   * Warning that the server sent meanwhile. After a commit it means that the commit is not replicated: the wait for a
   * standby was cancelled, and the answer was sent all the same.
   */
  readonly warning: string | null;
}

export interface SessionOptions {
  /** One server's address, and its form for people. */
  readonly url: string;
  readonly shown: string;
  /** Name shown in `pg_stat_activity`. */
  readonly name: string;
  readonly timers: Timers;
  /** Accepts settings that are allowed only in a test. */
  readonly isTest: boolean;
  /** Longest wait for the connection. */
  readonly connectMs: number;
}

/** Settings that detect a dead connection early; those that the server does not know are skipped. */
const COMFORT: readonly (readonly [string, string])[] = [
  ['client_connection_check_interval', '1000'],
  ['tcp_keepalives_idle', '2'],
  ['tcp_keepalives_interval', '1'],
  ['tcp_keepalives_count', '3'],
  ['tcp_user_timeout', '3000'],
];

export class Session {
  readonly #client: Client;
  readonly #timers: Timers;
  #lost: Error | null = null;
  #warnings: string[] = [];
  /** Unsafe settings that a test has allowed. */
  unsafe: readonly string[] = [];

  private constructor(client: Client, timers: Timers) {
    this.#client = client;
    this.#timers = timers;
    // An error event without a listener ends the process.
    client.on('error', (error) => this.#end(error));
    client.on('end', () => this.#end(new Error('the connection was closed')));
    client.on('notice', ({ code, message }) => {
      // Class 00 only informs.
      if (code?.startsWith('00') !== true) this.#warnings.push(`${message ?? ''} (${code ?? 'no code'})`);
    });
  }

  /** Throws `UnsafeDatabase`, `NotPrimary` or the error that keeps it from connecting. */
  static async open({ url, shown, name, timers, isTest, connectMs }: SessionOptions): Promise<Session> {
    // Loaded here, since each thread of a venue on SQLite would load it, too.
    const { Client } = await import('pg');
    const client = new Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 2_000,
    });
    const session = new Session(client, timers);
    try {
      await client.connect();
      await session.#prepare(shown, isTest);
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /**
   * Runs one statement; a named statement is parsed only once. Throws `DatabaseError` when the server refused it, and
   * `SessionLost` when its outcome is unknown.
   */
  async run(text: string, values: readonly unknown[] = [], name?: string): Promise<Answer> {
    if (this.#lost !== null) throw new SessionLost(this.#lost.message, { cause: this.#lost });
    this.#warnings = [];
    const silence = Promise.withResolvers<never>();
    const cancel: Cancel = this.#timers.after(SILENCE_MS_MAX, () =>
      silence.reject(this.#giveUp(`no answer within ${SILENCE_MS_MAX / 1000} s`)),
    );
    try {
      const query = this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) });
      query.catch(() => undefined);
      const { rows, rowCount } = await Promise.race([query, silence.promise]);
      const warning = this.#warnings.length === 0 ? null : this.#warnings.join('; ');
      return { rows: rows as Record<string, unknown>[], count: rowCount ?? 0, warning };
    } catch (error) {
      if (error instanceof SessionLost) throw error;
      if (isRefusal(error) && !endsSession(error)) throw error;
      throw this.#giveUp(error instanceof Error ? error.message : String(error), error);
    } finally {
      cancel();
    }
  }

  /** Closes the connection, whatever is in progress. */
  close(): void {
    this.#end(new Error('the connection was closed'));
    void this.#client.end().catch(() => undefined);
  }

  async #prepare(shown: string, isTest: boolean): Promise<void> {
    for (const [setting, value] of COMFORT) {
      await this.run('SELECT set_config($1, $2, false)', [setting, value]).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
    }
    await this.run(`SET statement_timeout = 0`);
    await this.run(`SET lock_timeout = ${LOCK_MS_MAX}`);
    const { rows } = await this.run('SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name', [
      SETTINGS,
    ]);
    const settings = new Map(rows.map(({ name, value }) => [String(name), String(value)]));
    const about = await this.run('SELECT pg_is_in_recovery() AS standby, pg_backend_pid() AS pid');
    const { standby, pid } = about.rows[0] ?? {};
    if (standby === true) throw new NotPrimary(`${shown} is a standby`);
    this.unsafe = checkSettings(shown, settings, isTest);
    // A pooler reports a process id of its own; in transaction mode each statement may run in another session.
    const told = (this.#client as Client & { readonly processID?: number }).processID;
    if (told !== undefined && told !== null && told !== pid) {
      throw new UnsafeDatabase(
        `the journal cannot be on PostgreSQL at ${shown}: a connection pooler stands between. BELLWETHER_JOURNAL must name the server itself`,
      );
    }
  }

  #giveUp(why: string, cause?: unknown): SessionLost {
    const lost = new SessionLost(`the connection to the database was lost: ${why}`, { cause });
    this.#end(lost);
    this.close();
    return lost;
  }

  #end(error: Error): void {
    this.#lost ??= error;
  }
}

/** True for errors that the server sent. Only these have a severity. */
export function isRefusal(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error;
}

/** True for errors after which the server ends the session; a commit may have been on its way. */
function endsSession({ code, severity }: DatabaseError): boolean {
  // 25006: the server has become a standby.
  return severity === 'FATAL' || severity === 'PANIC' || /^(?:57P|08|XX|25006)/.test(code ?? '');
}
