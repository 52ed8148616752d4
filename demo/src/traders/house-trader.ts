/** What the house gives each of its traders. */
import type { Client } from '@bellwether/sdk';

export interface HouseOptions {
  readonly url: string;
  /** Wallets and choices derive from it. */
  readonly seed: string;
  /** Tops up the house's wallets when given. */
  readonly adminToken: string | null;
  /** Called with one line for people, at most once a minute. */
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  /** Least time between two requests of all of them; 150 without it, far below any cap. */
  readonly requestGapMs?: number;
}

/** One of the house's wallets with its client, logged in. */
export interface HouseTrader {
  readonly name: string;
  readonly address: string;
  readonly client: Client;
}
