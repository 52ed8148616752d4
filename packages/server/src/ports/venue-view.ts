/**
 * The gateway's own copy of the exchange's state, kept by applying published entries: books, balances, keys and terms
 * are read from memory and never ahead of what is durable.
 */
import type { State } from '@bellwether/engine';
import type { ChainedEntry } from './journal-record.ts';

export interface VenueView {
  /** Read only: nothing but the follower that owns it may change it. */
  readonly state: Readonly<State>;
}

/** Sees every entry go into a view, one by one. Runs inside the fold: it must be quick and may change nothing. */
export interface EntryObserver {
  /** `state` is the one that `entry` will be applied to. */
  before(entry: ChainedEntry, state: Readonly<State>): void;
  /** `state` has `entry` in it and nothing later. */
  after(entry: ChainedEntry, state: Readonly<State>): void;
  /** All entries that became durable together have been applied. */
  published(): void;
  /** It threw. The view goes on without what it missed. */
  failed(error: unknown): void;
}

/** A view that someone may look over the shoulder of. */
export interface ObservableView extends VenueView {
  /** From the next published entry on. One observer at most; null for none. */
  observe(observer: EntryObserver | null): void;
}
