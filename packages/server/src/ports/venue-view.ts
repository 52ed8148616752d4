/**
 * The gateway's own copy of the exchange's state, kept by applying published entries: books, balances, keys and terms
 * are read from memory and never ahead of what is durable.
 */
import type { State } from '@bellwether/engine';

export interface VenueView {
  /** Read only: nothing but the follower that owns it may change it. */
  readonly state: Readonly<State>;
}
