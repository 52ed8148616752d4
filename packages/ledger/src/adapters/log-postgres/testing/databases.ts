/** One PostgreSQL with a synchronous standby for a test file, and a separate database for each journal. */
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { Client } from 'pg';

export class Databases {
  readonly pair: PostgresPair;
  readonly #admin: Client;
  #count = 0;

  private constructor(pair: PostgresPair, admin: Client) {
    this.pair = pair;
    this.#admin = admin;
  }

  static async start(): Promise<Databases> {
    const pair = await startPostgresPair({ standby: true });
    const admin = new Client({ connectionString: pair.primary.url });
    // The server is stopped while the client is connected.
    admin.on('error', () => undefined);
    await admin.connect();
    return new Databases(pair, admin);
  }

  async create(): Promise<string> {
    const name = `journal_${++this.#count}`;
    await this.admin(`CREATE DATABASE ${name}`);
    return this.pair.primary.url.replace(/[^/]*$/, name);
  }

  async admin(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#admin.query(sql, [...values])).rows as Record<string, unknown>[];
  }

  async within(url: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  /** Makes commits wait for a standby that does not exist, until `replicate`. */
  async stopReplication(): Promise<void> {
    await this.#setStandbyNames('"nobody"');
  }

  async replicate(): Promise<void> {
    const standby = this.pair.standby;
    if (standby === null) throw new Error('there is a standby');
    await this.#setStandbyNames(`ANY 1 ("${standby.clusterName}")`);
  }

  /** Makes commits wait for no standby. */
  async dropStandbys(): Promise<void> {
    await this.#setStandbyNames('');
  }

  /** Resolves to the process id of a writer once its commit waits for a standby. */
  async awaitingStandby(url: string, except = 0): Promise<number> {
    const database = url.slice(url.lastIndexOf('/') + 1);
    for (;;) {
      const [row] = await this.admin(
        "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = $1 AND pid <> $2",
        [database, except],
      );
      if (row !== undefined) return Number(row['pid']);
    }
  }

  async stop(): Promise<void> {
    await this.#admin.end();
    await this.pair.stop();
  }

  async #setStandbyNames(names: string): Promise<void> {
    this.pair.primary.setStandbyNames(names);
    const now = async (): Promise<unknown> => (await this.admin('SHOW synchronous_standby_names'))[0];
    for (;;) {
      const shown = (await now()) as { synchronous_standby_names: string };
      if (shown.synchronous_standby_names === names) return;
    }
  }
}
