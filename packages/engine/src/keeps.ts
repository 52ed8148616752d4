/**
 * Parts that a state keeps besides books, balances and the catalog. A follower declares the parts it reads, so that it
 * does not carry history that it never uses. Reading a part that is not kept is a programming error and throws. A state
 * that decides commands needs all parts.
 */
import type { OrderResultsOptions } from './orders/order-results.ts';

/** `kept`: no orders, the recent ones, or all until they are taken (default: all). The other parts are on or off. */
export interface Keeps extends OrderResultsOptions {
  /** Carried-out requests with an id; true by default. */
  readonly requests?: boolean;
  /** Comments, reactions, names and moderators; true by default. */
  readonly community?: boolean;
}

/** The minimum: the parts that the rows of the read store are made from. */
export const BOOKS_AND_BALANCES: Keeps = { kept: 'nothing', requests: false, community: false };
