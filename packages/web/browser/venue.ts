/** A venue to look at through a browser: to start, kill and start again at the same address. */
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';

export interface VenueSettings {
  /** With the demo's catalog and house traders. */
  readonly demo?: boolean;
  /** The environment's own variables, on top. */
  readonly environment?: Readonly<Record<string, string>>;
}

export class Venue {
  readonly #settings: Readonly<Record<string, string>>;
  #process: VenueProcess;

  private constructor(settings: Readonly<Record<string, string>>, process: VenueProcess) {
    this.#settings = settings;
    this.#process = process;
  }

  /** Starts on a free port; resolves when it answers. */
  static async start({ demo = false, environment = {} }: VenueSettings = {}): Promise<Venue> {
    const settings = {
      BELLWETHER_DEMO: demo ? 'on' : 'off',
      BELLWETHER_STARTING_BALANCE: '10000',
      ...environment,
    };
    return new Venue(settings, await startVenueProcess({ settings }));
  }

  get url(): string {
    return this.#process.url;
  }

  get dataDir(): string {
    return this.#process.dataDir;
  }

  /** `/app` and the path behind it. */
  page(path: string): string {
    return `${this.url}/app${path}`;
  }

  adminToken(): string {
    return this.#process.adminToken;
  }

  /** Ends it at once, as a power cut would. */
  kill(): Promise<void> {
    return this.#process.end('SIGKILL');
  }

  /** Starts it on the same port and folder. */
  async startAgain(): Promise<void> {
    const { dataDir, url } = this.#process;
    const settings = { ...this.#settings, BELLWETHER_PORT: new URL(url).port };
    this.#process = await startVenueProcess({ settings, dataDir });
  }

  /** Ends it in order and removes its folder. */
  stop(): Promise<void> {
    return this.#process.stop();
  }
}
