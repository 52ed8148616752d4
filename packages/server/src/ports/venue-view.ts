/**
 * The gateway's own copy of the exchange's state, kept by applying published entries: books, balances, keys and terms
 * are read from memory and never ahead of what is durable.
 */
import type { OrderFate, OrderId, OrderNumber, State } from '@bellwether/engine';
import type { ChainedEntry, JournalRecord } from './journal.ts';
import type { OrderArchive } from './order-archive.ts';

export interface VenueView {
  /** Read only: nothing but the follower that owns it may change it. */
  readonly state: Readonly<State>;
  /** Orders that ended so long ago that the state has forgotten them. */
  readonly archive: OrderArchive;
}

/** The number of an order that was ever accepted. */
export function orderNumberOf({ state, archive }: VenueView, orderId: OrderId): OrderNumber | null {
  return state.orderResults.numberOf(orderId) ?? archive.find(orderId)?.number ?? null;
}

/** What became of an order that was ever accepted. */
export function orderFateOf({ state, archive }: VenueView, orderId: OrderId): OrderFate | null {
  return state.orderResults.fate(orderId) ?? archive.find(orderId)?.fate ?? null;
}

/** Sees every entry go into a view, one by one. Runs inside the fold: it must be quick and may change nothing. */
export interface EntryObserver {
  /** `state` is the one that `entry` will be applied to. */
  before?(entry: ChainedEntry, state: Readonly<State>): void;
  /** `state` has `entry` in it and nothing later. */
  after?(entry: ChainedEntry, state: Readonly<State>): void;
  /** Entries that became durable together have been applied, and nothing later; `record` is the one they came in. */
  published?(entries: readonly ChainedEntry[], state: Readonly<State>, record: JournalRecord | null): void;
  /** It threw, and the view goes on without what it missed. An observer without this ends the fold with what it throws. */
  failed?(error: unknown): void;
}

/** A view that others may look over the shoulder of. */
export interface ObservableView extends VenueView {
  /** From the next entry on, after those who observe already. Returns how to stop. */
  observe(observer: EntryObserver): () => void;
}
