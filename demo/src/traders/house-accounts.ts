/**
 * Accounts of the house, and the options and clients of its traders. The wallets derive from a seed that the venue keeps, so the venue knows them without being
 * told.
 */
import { hash } from 'node:crypto';
import { type Client, createSigner, type Signer } from '@bellwether/sdk';

/** The house account that only comments. */
export const VISITOR = 'visitor';
export const TAKERS = 4;

export function takerName(number: number): string {
  return `taker ${number}`;
}

/** The wallet of a house trader; the same seed gives the same wallets. */
export function houseSigner(seed: string, name: string): Signer {
  return createSigner(`0x${hash('sha256', `bellwether house: ${name} of ${seed}`, 'hex')}`);
}

/** Addresses of all house accounts, lower-case. */
export function houseAddresses(seed: string): string[] {
  const takers = Array.from({ length: TAKERS }, (_, index) => takerName(index + 1));
  return [...takers, VISITOR].map((name) => houseSigner(seed, name).address.toLowerCase());
}

export interface HouseOptions {
  readonly url: string;
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
export type HouseTrader = { readonly name: string; readonly address: string; readonly client: Client };
