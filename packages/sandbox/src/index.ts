/**
 * Sandboxes for testing a bot. One process serves a whole test run. Each test opens its own venues in it within a
 * fraction of a second, each on its own port and with its own contents; up to 100 run side by side.
 */
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Client, type ClientOptions, createClient, oneByOne } from '@bellwether/sdk';
import { startVenueProcess } from '@bellwether/venue-process';

/** The name of a built-in scenario, or a scenario of your own. */
export type TestScenario = NonNullable<Parameters<Client['sandbox']['play']>[0]>;
/** A tape by its path, and how it is played: `{ tape: 'a.tape', queue: 'optimistic', step: 1000 }`. */
export type TestReplay = Parameters<Client['sandbox']['replay']>[0];

/** Contents and place of a venue. One that cannot be had is refused by name, and leaves nothing behind. */
export interface TestVenueOptions {
  /** Contents; without `scenario` and `tape` the venue is empty. */
  readonly scenario?: TestScenario;
  /** Path of a tape. Its replay has begun when the venue opens, and goes on as time moves; see `TestVenue.replayId`. */
  readonly tape?: string | TestReplay;
  /**
   * Decides all chance: 0 to 999999999; by default the scenario's own, otherwise 1. If given, it seeds the clients of
   * `TestVenue.client`, too, in the order in which they are made: `ClientOptions.seed`. Their calls go out one after the
   * other, whichever client makes them.
   */
  readonly seed?: number;
  /** First moment of an empty venue or a scenario: ISO 8601, Unix milliseconds, or `now`. Not with `tape`. */
  readonly start?: string | number;
  /** From 1024 to 65535; by default a free one. */
  readonly port?: number;
  /**
   * A folder to keep: new, empty, or of an earlier venue, which then continues, with the same `scenario` where it was.
   * Without it the data is discarded.
   */
  readonly dataDir?: string;
  /** `failed`: the folder of a failed test is kept, too, and `close` prints how to open it again. */
  readonly keep?: 'failed';
}

export interface TestVenue {
  /** Base URL of the venue: give it to your bot. */
  readonly url: string;
  readonly adminToken: string;
  /** Id of the tape's replay, for `client().sandbox.replayed(id)`; null without a tape. */
  readonly replayId: string | null;
  /**
   * Creates a client for the operator's part of a test: `client().sandbox.advance('1h')`. By default it waits ten minutes
   * for an answer.
   */
  client(options?: Omit<ClientOptions, 'baseUrl'>): Client;
  /** Closes the venue. `failed`: the test failed, which counts for `keep`. */
  close(end?: { readonly failed?: boolean }): Promise<void>;
}

export interface TestVenues {
  open(options?: TestVenueOptions): Promise<TestVenue>;
  /** Closes all venues and ends the process. */
  close(): Promise<void>;
}

/** Environment variables for the venues, such as `BELLWETHER_PROFILE`. */
export type TestSettings = Readonly<Record<string, string>>;

/** Time for an answer: a tape is read to its end before its venue opens, and a move of time may be long. */
const TIMEOUT_MS = 600_000;
/** Clients of a venue with seeds of their own. */
const CLIENTS_MAX = 1_000_000;

/** Starts the process. */
export async function startTestVenues(settings: TestSettings = {}): Promise<TestVenues> {
  // Ends with this process, however that ends: its stdin does.
  const command = ['sandbox', '--local-files', '--temporary'];
  const host = await startVenueProcess({ ...installed(), command, settings, stdio: 'pipe' });
  const operator = createClient({ baseUrl: host.url, adminToken: host.adminToken, timeoutMs: TIMEOUT_MS });
  return {
    async open({ tape, dataDir, keep, ...contents } = {}) {
      if (keep !== undefined && keep !== 'failed') throw new TypeError(`keep must be 'failed', not ${String(keep)}`);
      // Below the process's own folder, which ends with it.
      const temporary = keep === undefined || dataDir !== undefined ? null : mkdtempSync(join(host.dataDir, 'test-'));
      const folder = dataDir === undefined ? temporary : resolve(dataDir);
      const place = folder === null ? {} : { data_dir: folder };
      const wish = { ...contents, ...(tape !== undefined && { tape: hereabouts(tape) }), ...place };
      const { url, replay } = await operator.sandbox.fork(wish);
      const adminToken = settings['BELLWETHER_ADMIN_TOKEN'] ?? tokenIn(folder ?? host.dataDir);
      let clients = 0;
      const { seed } = contents;
      const turn = oneByOne();
      const seedOf = (client: number) => (seed === undefined ? {} : { turn, seed: seed * CLIENTS_MAX + client });
      return {
        url,
        adminToken,
        replayId: replay,
        // Clients of one seed would repeat each other's requests.
        client: (options) =>
          createClient({ adminToken, timeoutMs: TIMEOUT_MS, ...seedOf(clients++), ...options, baseUrl: url }),
        async close({ failed = false } = {}) {
          try {
            await operator.sandbox.endFork(Number(new URL(url).port));
          } finally {
            // Also if the process has crashed: its journal says why.
            if (failed && keep !== undefined && folder !== null)
              console.error(keptText(temporary === null ? folder : movedOut(temporary), settings));
            else if (temporary !== null) rmSync(temporary, { recursive: true, force: true });
          }
        },
      };
    },
    close: () => host.stop(),
  };
}

function movedOut(folder: string): string {
  const kept = mkdtempSync(join(tmpdir(), 'bellwether-kept-'));
  renameSync(folder, kept);
  return kept;
}

/** The tape by its full path: the process has another working directory. */
const hereabouts = (tape: string | TestReplay) =>
  typeof tape === 'string' ? resolve(tape) : { ...tape, tape: resolve(tape.tape) };

const tokenIn = (folder: string): string => readFileSync(join(folder, 'admin-token'), 'utf8').trim();

/** Says how the folder of a failed test is opened, with the settings that its venue had, but no secret. */
function keptText(folder: string, settings: TestSettings): string {
  const { BELLWETHER_ADMIN_TOKEN: _, ...shown }: TestSettings = { ...settings, BELLWETHER_DATA_DIR: folder };
  const words = Object.entries(shown).map(([name, value]) => `${name}='${value.replaceAll("'", String.raw`'\''`)}'`);
  return `kept in ${folder}; open it again with: ${words.join(' ')} npx bellwether sandbox, then http://127.0.0.1:8080`;
}

/** The package `bellwether` if it is installed beside this one; in the repository, the venue of the checkout. */
function installed(): { readonly project?: string } {
  try {
    return { project: dirname(createRequire(import.meta.url).resolve('bellwether/package.json')) };
  } catch {
    return {};
  }
}
