/** Fixture for the SDK's tests: a separate venue, its operator, traders with money, and markets. */
import { randomBytes } from 'node:crypto';
import { type AccountOptions, type Client, createClient } from '@bellwether/sdk';
import { startVenueProcess } from '@bellwether/venue-process';

export interface Market {
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
}

export interface Stage {
  readonly url: string;
  readonly operator: Client;
  /** A new account with 10,000 of play money, through `url` if given. */
  trader(url?: string, account?: Partial<AccountOptions>): Client;
  addMarket(terms?: Readonly<Record<string, unknown>>): Promise<Market>;
  stop(): Promise<void>;
}

export async function startStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const venue = await startVenueProcess({
    settings: { BELLWETHER_STARTING_BALANCE: '10000', BELLWETHER_LIMITS: 'off', ...settings },
  });
  const operator = createClient({ baseUrl: venue.url, adminToken: venue.adminToken, timeoutMs: 900_000 });
  return {
    url: venue.url,
    operator,
    trader: (url = venue.url, account = {}) =>
      createClient({
        baseUrl: url,
        account: { signer: randomBytes(32), ...account },
        retry: { attemptsMax: 10, delayMs: 5, delayMsMax: 50 },
        // Long, because slowness of a busy machine is not the SDK's fault.
        timeoutMs: 900_000,
      }),
    addMarket: async (terms = {}) => {
      const event = await operator.admin.addEvent({ title: 'Weather', markets: [{ question: 'Rain?', ...terms }] });
      const [market] = event.markets;
      const [yes, no] = market?.tokenIds ?? [];
      if (market === undefined || yes === undefined || no === undefined) throw new Error('no market was added');
      return { conditionId: market.conditionId, yes, no };
    },
    stop: venue.stop,
  };
}
