/**
 * Accounts of the house. The wallets derive from a seed that the venue keeps, so the venue knows them without being
 * told.
 */
import { hash } from 'node:crypto';
import { createSigner, type Signer } from '@bellwether/sdk';
import { VISITOR } from './residents.ts';

export const MARKET_MAKER = 'market maker';
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
  return [MARKET_MAKER, ...takers, VISITOR].map((name) => houseSigner(seed, name).address.toLowerCase());
}
