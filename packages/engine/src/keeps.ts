/**
 * What a state keeps beside books, balances and the catalog. A follower says what it reads, so that none carries history
 * that it never looks at; to read what is not kept is a mistake, and throws. Whoever decides keeps all of it.
 */
import type { OrderResultsOptions } from './orders/order-results.ts';

/** Of orders nothing, the recent ones, or all until they are taken (`kept`, all by default); the rest by yes or no. */
export interface Keeps extends OrderResultsOptions {
  /** Requests that were carried out under an id; true by default. */
  readonly requests?: boolean;
  /** Comments, reactions, names and moderators; true by default. */
  readonly community?: boolean;
}

/** The least: what the rows of the read store are made from. */
export const BOOKS_AND_BALANCES: Keeps = { kept: 'nothing', requests: false, community: false };
