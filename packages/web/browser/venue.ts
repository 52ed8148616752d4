/** Venues for browser tests: the shared one, and ones started and stopped by this process. */
import { type Client, type ClientOptions, createClient } from '@bellwether/sdk';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';

/** Environment variables, in addition to those of every test venue. */
export type VenueSettings = Readonly<Record<string, string>>;

/** Settings of every test venue. */
export const SETTINGS: VenueSettings = { BELLWETHER_STARTING_BALANCE: '10000' };

/** Settings of a sandbox with demo markets from the start and without rate limits. */
export const SANDBOX: VenueSettings = {
  BELLWETHER_SANDBOX: 'on',
  BELLWETHER_DEMO: 'on',
  BELLWETHER_LIMITS: 'off',
};

/** Time for an answer to a client of a test, on a machine however busy. */
const ANSWER_MS = 600_000;

/** A venue as visitors and the operator use it. */
export class Venue {
  readonly url: string;
  readonly #adminToken: string;

  constructor({ url, adminToken }: Pick<VenueProcess, 'url' | 'adminToken'>) {
    this.url = url;
    this.#adminToken = adminToken;
  }

  /** Returns the URL of a path below `/app`. */
  page(path: string): string {
    return `${this.url}/app${path}`;
  }

  adminToken(): string {
    return this.#adminToken;
  }

  /** A client with the operator's rights. */
  asOperator(): Client {
    return this.client({ adminToken: this.#adminToken });
  }

  client(options: Omit<ClientOptions, 'baseUrl'>): Client {
    return createClient({ timeoutMs: ANSWER_MS, ...options, baseUrl: this.url });
  }
}

/** A venue in a separate process, on a port chosen by the system. */
export class OwnVenue extends Venue {
  readonly #process: VenueProcess;

  private constructor(process: VenueProcess) {
    super(process);
    this.#process = process;
  }

  /** Resolves when the venue answers. */
  static async start(settings: VenueSettings = {}): Promise<OwnVenue> {
    return new OwnVenue(await startVenueProcess({ settings: { ...SETTINGS, ...settings } }));
  }

  /** The link that sets up the venue, as it was printed. */
  async setUpLink(): Promise<string> {
    const [link] = await this.#process.program.said(/http:\/\/\S+\/app\/setup#\S+/);
    return link;
  }

  get dataDir(): string {
    return this.#process.dataDir;
  }

  /** Shuts the venue down gracefully and removes its folder. */
  stop(): Promise<void> {
    return this.#process.stop();
  }
}
