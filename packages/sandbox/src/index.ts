/**
 * Sandboxes for the tests of a bot. One process is started for a whole run; each test then has venues of its own in it, each at
 * a port of its own and with a scenario, in a fraction of a second, and as many side by side as it likes (16 at most).
 */
import { type Client, type ClientOptions, createClient } from '@bellwether/sdk';
import { startVenueProcess } from '@bellwether/venue-process';

/** A ready scenario by its name, or one of your own. */
export type TestScenario = NonNullable<Parameters<Client['sandbox']['play']>[0]>;

export interface TestVenue {
  /** Where it answers: give it to your bot. */
  readonly url: string;
  readonly adminToken: string;
  /** A client of it, for the operator's part of a test: `client().sandbox.advance('1h')`. */
  client(options?: Omit<ClientOptions, 'baseUrl'>): Client;
  /** Ends it; what it had is gone. */
  close(): Promise<void>;
}

export interface TestVenues {
  /** Opens one, with nothing in it but the scenario, if any. */
  open(options?: { readonly scenario?: TestScenario }): Promise<TestVenue>;
  /** Ends all of them, and the process. */
  close(): Promise<void>;
}

/** Starts the process. `settings`: environment variables of the venues, as `BELLWETHER_PROFILE`. */
export async function startTestVenues(settings: Readonly<Record<string, string>> = {}): Promise<TestVenues> {
  const host = await startVenueProcess({ settings: { BELLWETHER_SANDBOX: 'on', ...settings } });
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
