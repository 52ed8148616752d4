/**
 * The gateway's own copy of the exchange's state, kept by applying published entries. Books, balances, keys and terms
 * are read from memory and are never ahead of what is durable.
 */
import type { OrderFate, OrderId, OrderNumber, State } from '@bellwether/engine';
import type { ChainedEntry, JournalRecord } from './journal.ts';
import type { OrderArchive } from './order-archive.ts';

export interface VenueView {
  /** Read-only: only the follower that owns it may change it. */
  readonly state: Readonly<State>;
  /** Orders that ended so long ago that the state has forgotten them. */
  readonly archive: OrderArchive;
}

/** Number of any order that was ever accepted; null otherwise. */
export function orderNumberOf({ state, archive }: VenueView, orderId: OrderId): OrderNumber | null {
  return state.orderResults.numberOf(orderId) ?? archive.find(orderId)?.number ?? null;
}

/** Fate of any order that was ever accepted; null otherwise. */
export function orderFateOf({ state, archive }: VenueView, orderId: OrderId): OrderFate | null {
  return state.orderResults.fate(orderId) ?? archive.find(orderId)?.fate ?? null;
}

/** Observes every entry that enters a view, one by one. Runs inside the fold: it must be quick and may change nothing. */
export interface EntryObserver {
  /** `state` is the one that `entry` will be applied to. */
  before?(entry: ChainedEntry, state: Readonly<State>): void;
  /** `state` includes `entry` and nothing later. */
  after?(entry: ChainedEntry, state: Readonly<State>): void;
  /** Entries that became durable together have been applied, and nothing later; `record` is the record that held them. */
  published?(entries: readonly ChainedEntry[], state: Readonly<State>, record: JournalRecord | null): void;
  /** Called after the observer threw; the view goes on. Without this method the error ends the fold. */
  failed?(error: unknown): void;
}

export interface ObservableView extends VenueView {
  /** Observes from the next entry on, after existing observers. Returns a function that stops this. */
  observe(observer: EntryObserver): () => void;
}
