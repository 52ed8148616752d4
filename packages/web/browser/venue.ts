/** Venues to look at through a browser: one that anyone may have started, and one that this process starts and ends. */
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';

/** Variables of its environment, on top of those that every venue here has. */
export type VenueSettings = Readonly<Record<string, string>>;

/** Of every venue here. */
export const SETTINGS: VenueSettings = { BELLWETHER_STARTING_BALANCE: '10000' };

/** Of a sandbox, which has markets from the beginning of its time, and does not count requests. */
export const SANDBOX: VenueSettings = {
  BELLWETHER_SANDBOX: 'on',
  BELLWETHER_DEMO: 'on',
  BELLWETHER_LIMITS: 'off',
};

/** A venue as its visitors and its operator know it. */
export class Venue {
  readonly url: string;
  readonly #adminToken: string;

  constructor({ url, adminToken }: Pick<VenueProcess, 'url' | 'adminToken'>) {
    this.url = url;
    this.#adminToken = adminToken;
  }

  /** `/app` and the path behind it. */
  page(path: string): string {
    return `${this.url}/app${path}`;
  }

  adminToken(): string {
    return this.#adminToken;
  }
}

/** A venue in a process of its own, on a port that the system chose. */
export class OwnVenue extends Venue {
  readonly #process: VenueProcess;

  private constructor(process: VenueProcess) {
    super(process);
    this.#process = process;
  }

  /** Resolves when it answers. */
  static async start(settings: VenueSettings = {}): Promise<OwnVenue> {
    return new OwnVenue(await startVenueProcess({ settings: { ...SETTINGS, ...settings } }));
  }

  get dataDir(): string {
    return this.#process.dataDir;
  }

  /** Ends it in order and removes its folder. */
  stop(): Promise<void> {
    return this.#process.stop();
  }
}
