/**
 * What clients of other gateways listen to is followed at this one, too, so that a client who comes back with `since` finds
 * what it has missed at whichever gateway its connection comes to.
 */
import type { AccountId, MarketId } from '@bellwether/engine';
import type { MarketReader } from './market-stream.ts';
import type { UserReader } from './user-stream.ts';

/** What is listened to: a market, or an account with or without its balances. */
export type Followed =
  | { readonly kind: 'market'; readonly market: MarketId }
  | { readonly kind: 'user'; readonly account: AccountId; readonly balances: boolean };

/** The other gateways as the feeds of one have them. */
export interface Elsewhere {
  /** The first client here has begun to listen to it. */
  follow(followed: Followed): void;
  /** The last one has gone. */
  leave(followed: Followed): void;
}

export const NOWHERE: Elsewhere = { follow: () => undefined, leave: () => undefined };

/** Stands for the clients of another gateway, which are given nothing here. */
export class ReaderElsewhere implements MarketReader, UserReader {
  readonly apiKey = '';

  takeFrame(): void {
    // Its own gateway tells it.
  }

  takeAgain(): void {
    // Likewise.
  }

  revoked(): void {
    // Likewise.
  }
}

/** Whether a client of this gateway is among the readers of a stream. */
export function hasClients(readers: Iterable<object>): boolean {
  for (const reader of readers) if (!(reader instanceof ReaderElsewhere)) return true;
  return false;
}
