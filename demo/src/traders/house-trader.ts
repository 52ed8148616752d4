/** Options and clients that the house gives to its traders. */
import type { Client } from '@bellwether/sdk';

export interface HouseOptions {
  readonly url: string;
  /** Seed of wallets and choices. */
  readonly seed: string;
  /** Admin token for topping up the house's wallets; null without top-ups. */
  readonly adminToken: string | null;
  /** Receives one line for people, at most once a minute. */
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  /** Minimum time between two requests of all traders together; 150 by default, far below any cap. */
  readonly requestGapMs?: number;
}

/** One of the house's wallets with its client, logged in. */
export interface HouseTrader {
  readonly name: string;
  readonly address: string;
  readonly client: Client;
}
