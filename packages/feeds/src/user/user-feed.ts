/**
 * The user feed of the whole venue: one stream for each account with listeners, and for a while after they leave.
 * Everything happens in one thread, between two entries or right after one. So replayed frames and those that follow
 * join without a gap or a repeat.
 */
import type { ProfileKind, ResyncReason } from '@bellwether/contract';
import type { AccountId, Entry, State } from '@bellwether/engine';
import type { WaitingOrder } from '@bellwether/gateway/http/extension.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import type { FeedLimits } from '../limits.ts';
import { Recent } from '../recent.ts';
import type { SettlingMessages } from '../settling-messages.ts';
import { EntryBalances } from './entry-balances.ts';
import type { EntryOrders } from './entry-orders.ts';
import { type Audience, balanceMessage, userMessages, waitingMessage } from './user-messages.ts';
import { type UserChoice, UserFrame, type UserReader, UserStream } from './user-stream.ts';

interface UserFeedSetup {
  readonly view: VenueView;
  readonly limits: FeedLimits;
  readonly isRewound: boolean;
  /** Profile whose words the messages use. */
  readonly profile: ProfileKind;
  /** Trades that appear to settle step by step. */
  readonly settling: SettlingMessages | null;
}

export class UserFeed {
  readonly #view: VenueView;
  readonly #limits: FeedLimits;
  /** True if positions of clients may belong to another history. */
  readonly #isRewound: boolean;
  readonly #streams = new Map<AccountId, UserStream>();
  /** Streams without readers, in the order in which they were left. */
  readonly #idle = new Set<AccountId>();
  readonly #recent: Recent<UserFrame>;
  /** Accounts whose streams include balances. */
  readonly #toldBalances = new Set<AccountId>();
  readonly #isToldBalances = (account: AccountId): boolean => this.#toldBalances.has(account);
  readonly #balances = new EntryBalances();
  readonly #settling: SettlingMessages | null;
  readonly #audience: Audience;

  constructor({ view, limits, isRewound, profile, settling }: UserFeedSetup) {
    this.#settling = settling;
    this.#view = view;
    this.#limits = limits;
    this.#isRewound = isRewound;
    this.#audience = { profile, isFollowed: (account) => this.#streams.has(account) };
    this.#recent = new Recent(limits.recentFramesMax, limits.recentCharactersMax);
  }

  /** False if no entry needs to be examined. */
  get isFollowing(): boolean {
    return this.#streams.size > 0 || this.#settling?.isArmed === true;
  }

  get state(): Readonly<State> {
    return this.#view.state;
  }

  /**
   * Adds a reader to the account's stream, and has the stream include balances if wanted. Creates the stream if there
   * is none.
   */
  join(account: AccountId, reader: UserReader, { balances }: Pick<UserChoice, 'balances'>): UserStream {
    const stream = this.#streams.get(account) ?? new UserStream(account, this.state.sequence);
    this.#streams.set(account, stream);
    this.#idle.delete(account);
    stream.readers.add(reader);
    stream.idleFrames = 0;
    if (balances) {
      stream.tellBalances(this.state.sequence);
      this.#toldBalances.add(account);
    }
    return stream;
  }

  leave(stream: UserStream, reader: UserReader): void {
    stream.readers.delete(reader);
    // After a reset, a reader may have joined a new stream of the same account.
    if (stream.readers.size > 0 || this.#streams.get(stream.account) !== stream) return;
    this.#idle.add(stream.account);
    for (const oldest of this.#idle) {
      if (this.#idle.size <= this.#limits.idleStreamsMax) break;
      this.#forget(oldest);
    }
  }

  /** Returns every frame after `sequence`, or the reason why some frames of the choice are missing. */
  framesSince(
    stream: UserStream,
    sequence: number,
    choice: Pick<UserChoice, 'balances'>,
  ): readonly UserFrame[] | ResyncReason {
    if (this.#isRewound) return 'rewound';
    if (sequence > this.state.sequence) return 'ahead';
    if (sequence < stream.beginning(choice)) return 'too_old';
    if (sequence >= stream.lastFrame) return [];
    const kept = this.#recent.of(stream.account);
    const frames = this.#settling === null ? kept : kept.map((frame) => this.#settling?.present(frame) ?? frame);
    const next = frames.findIndex((frame) => frame.sequence > sequence);
    // The frames are complete if the client has seen the frame before the first one.
    return (frames[next]?.previous ?? Infinity) <= sequence ? frames.slice(next) : 'too_old';
  }

  /** Records the balances that an entry is about to change; `state` is the state before the entry. */
  before(entry: ChainedEntry, state: Readonly<State>): void {
    if (this.#toldBalances.size > 0) this.#balances.read(entry, state, this.#isToldBalances);
  }

  /** Makes and hands out the messages of an entry that `state` has just taken in. */
  publish(entry: ChainedEntry, state: Readonly<State>, before: EntryOrders): void {
    this.#settling?.keep(entry, state, before);
    if (this.#streams.size === 0) return;
    for (const [account, messages] of this.#messages(entry, state, before)) {
      const stream = this.#streams.get(account);
      if (stream === undefined) continue;
      const frame = new UserFrame(entry.sequence, stream.lastFrame, messages);
      this.#recent.add(account, frame);
      const shown = this.#settling?.present(frame) ?? frame;
      for (const reader of stream.readers) reader.takeFrame(stream, shown);
      stream.passed(frame);
      if (stream.readers.size === 0 && ++stream.idleFrames >= this.#limits.recentFramesMax) this.#forget(account);
    }
    this.#publishRevocations(entry);
  }

  /** Sends a trade again after a change of its status. */
  publishAgain(sequence: number): void {
    for (const [account, message] of this.#settling?.again(sequence) ?? []) {
      for (const reader of this.#streams.get(account)?.readers ?? []) reader.takeAgain(sequence, message);
    }
  }

  /** Tells of an order that is not at the exchange, between two entries. */
  publishWaiting(order: WaitingOrder): void {
    const stream = this.#streams.get(order.accepted.account);
    if (stream === undefined || stream.readers.size === 0) return;
    const message = waitingMessage(order, this.state);
    for (const reader of stream.readers) reader.takeAgain(this.state.sequence, message);
  }

  /** Drops everything, since the kept frames may be incomplete. */
  reset(): void {
    for (const account of [...this.#streams.keys()]) this.#forget(account);
    this.#settling?.clear();
  }

  /** Messages by account: orders and trades first, then all resulting balances. */
  #messages(entry: ChainedEntry, state: Readonly<State>, before: EntryOrders) {
    const messages = userMessages(entry, state, before, this.#audience);
    if (this.#toldBalances.size === 0) return messages;
    for (const [account, changes] of this.#balances.changes(state)) {
      const own = messages.get(account) ?? [];
      for (const change of changes) own.push(balanceMessage(change, state, entry.timeMs));
      messages.set(account, own);
    }
    this.#balances.clear();
    return messages;
  }

  #publishRevocations({ events }: Entry): void {
    for (const event of events) {
      if (event.kind !== 'ApiKeyRevoked' && event.kind !== 'AccountSuspended') continue;
      for (const reader of [...(this.#streams.get(event.account)?.readers ?? [])]) {
        if (event.kind === 'AccountSuspended') reader.revoked('the account is suspended');
        else if (reader.apiKey === event.apiKey) reader.revoked();
      }
    }
  }

  #forget(account: AccountId): void {
    this.#streams.delete(account);
    this.#idle.delete(account);
    this.#toldBalances.delete(account);
    this.#recent.forget(account);
  }
}
