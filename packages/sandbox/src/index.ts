/**
 * Sandboxes for testing a bot. One process serves a whole test run. Each test opens its own venues in it within a
 * fraction of a second, each on its own port and with its own scenario; up to 16 run side by side.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type Client, type ClientOptions, createClient } from '@bellwether/sdk';
import { startVenueProcess } from '@bellwether/venue-process';

/** The name of a built-in scenario, or a scenario of your own. */
export type TestScenario = NonNullable<Parameters<Client['sandbox']['play']>[0]>;

export interface TestVenue {
  /** Base URL of the venue: give it to your bot. */
  readonly url: string;
  readonly adminToken: string;
  /** Creates a client for the operator's part of a test: `client().sandbox.advance('1h')`. */
  client(options?: Omit<ClientOptions, 'baseUrl'>): Client;
  /** Closes the venue and discards its data. */
  close(): Promise<void>;
}

export interface TestVenues {
  /** Opens a venue. It is empty except for the scenario, if one is given. */
  open(options?: { readonly scenario?: TestScenario }): Promise<TestVenue>;
  /** Closes all venues and ends the process. */
  close(): Promise<void>;
}

/** Starts the process. `settings`: environment variables for the venues, such as `BELLWETHER_PROFILE`. */
export async function startTestVenues(settings: Readonly<Record<string, string>> = {}): Promise<TestVenues> {
  const host = await startVenueProcess({ ...installed(), settings: { BELLWETHER_SANDBOX: 'on', ...settings } });
  const { adminToken } = host;
  const operator = createClient({ baseUrl: host.url, adminToken });
  return {
    async open({ scenario } = {}) {
      const { url } = await operator.sandbox.fork(scenario === undefined ? {} : { scenario });
      return {
        url,
        adminToken,
        client: (options) => createClient({ adminToken, ...options, baseUrl: url }),
        close: async () => void (await operator.sandbox.endFork(Number(new URL(url).port))),
      };
    },
    close: () => host.stop(),
  };
}

/** The package `bellwether` if it is installed beside this one; in the repository, the venue of the checkout. */
function installed(): { readonly project?: string } {
  try {
    return { project: dirname(createRequire(import.meta.url).resolve('bellwether/package.json')) };
  } catch {
    return {};
  }
}
