/**
 * The topic `comments` of one connection: the types that it wants for each discussion, and whether it keeps up. It
 * reads the streams of the comments feed.
 */
import { LIVE_TOPICS, type LiveSubscription, type ResyncReason } from '@bellwether/contract';
import type { LiveOutlet, LiveProblem } from '../live/live-outlet.ts';
import { filterOf, isProblem, sequenceOf, wrongFilters } from '../live/live-requests.ts';
import { type TopicConnection, TypeBits } from '../live/live-topic.ts';
import type { CommentFeed } from './comment-feed.ts';
import type { CommentFrame } from './comment-frame.ts';
import type { CommentReader, CommentStream } from './comment-stream.ts';
import type { LiveCommentMessages } from './live-comment-messages.ts';

const TOPIC = 'comments';
const TYPES = new TypeBits(LIVE_TOPICS[TOPIC]);

interface Subscribed {
  readonly stream: CommentStream;
  types: number;
}

export class LiveComments implements TopicConnection, CommentReader {
  readonly readsRows = false;
  readonly #outlet: LiveOutlet;
  readonly #feed: CommentFeed;
  readonly #messages: LiveCommentMessages;
  readonly #subscribed = new Map<string, Subscribed>();
  /** Types wanted for every discussion. */
  #all = 0;
  /** Positions from which clients resume, in streams that have not started yet. */
  readonly #starting = new Map<CommentStream, number>();
  /** Discussions with messages left out, and the reason. */
  readonly #owed = new Map<CommentStream, ResyncReason>();
  /** The same for all discussions that the client has not named; null: none left out. */
  #missedOthers: ResyncReason | null = null;

  constructor(outlet: LiveOutlet, feed: CommentFeed, messages: LiveCommentMessages) {
    this.#outlet = outlet;
    this.#feed = feed;
    this.#messages = messages;
  }

  get isSubscribed(): boolean {
    return this.#all !== 0 || this.#subscribed.size > 0;
  }

  subscribe(types: readonly string[], subscription: LiveSubscription): LiveProblem | null {
    const filter = filterOf(TOPIC, subscription.filters);
    if (isProblem(filter)) return filter;
    const since = sequenceOf(subscription);
    if (isProblem(since)) return since;
    if (filter === null) {
      if (since !== null) return { code: 'invalid_since', message: 'since of comments needs filters' };
      this.#all |= TYPES.of(types);
      this.#feed.allReaders.add(this);
      return null;
    }
    const name = `${filter.parentEntityType}:${filter.parentEntityID}`;
    const entity = this.#feed.find(name);
    if (entity === null) return wrongFilters(`there is no ${filter.parentEntityType} ${filter.parentEntityID}`);
    const known = this.#subscribed.get(name);
    const { discussionsMax } = this.#outlet.limits;
    if (known === undefined && this.#subscribed.size >= discussionsMax)
      return { code: 'too_many_subscriptions', message: `comments: at most ${discussionsMax} filters on a connection` };
    const subscribed = known ?? { stream: this.#feed.join(name, entity, this), types: 0 };
    this.#subscribed.set(name, subscribed);
    subscribed.types |= TYPES.of(types);
    if (since === null) return null;
    if (subscribed.stream.isStarted) this.#resume(subscribed.stream, since);
    else this.#starting.set(subscribed.stream, since);
    return null;
  }

  unsubscribe(types: readonly string[], { filters }: LiveSubscription): LiveProblem | null {
    const filter = filterOf(TOPIC, filters);
    if (isProblem(filter)) return filter;
    const bits = TYPES.of(types);
    if (filter === null) {
      this.#all &= ~bits;
      if (this.#all === 0) this.#unfollow();
      for (const name of [...this.#subscribed.keys()]) this.#drop(name, bits);
    } else this.#drop(`${filter.parentEntityType}:${filter.parentEntityID}`, bits);
    return null;
  }

  discussionStarted(stream: CommentStream, isAgain: boolean): void {
    const since = this.#starting.get(stream);
    this.#starting.delete(stream);
    if (since !== undefined) this.#resume(stream, since);
    else if (isAgain) this.#owe(stream, 'too_old');
  }

  takeComment(stream: CommentStream, frame: CommentFrame): void {
    const message = this.#messages.of(frame);
    if (message === null || (this.#wantedOf(stream) & TYPES.bit(message.type)) === 0) return;
    const isOwed = this.#subscribed.has(stream.name) ? this.#owed.has(stream) : this.#missedOthers !== null;
    if (!isOwed && this.#outlet.hasRoom) return this.#outlet.send(message.message);
    this.#outlet.dropped++;
    if (!isOwed) this.#owe(stream, 'slow_reader');
  }

  flushed(): void {
    if ((this.#owed.size > 0 || this.#missedOthers !== null) && this.#outlet.hasDrained) this.#payOwed();
  }

  closed(): void {
    this.#all = 0;
    this.#unfollow();
    for (const name of [...this.#subscribed.keys()]) this.#drop(name, ~0);
  }

  #wantedOf({ name }: CommentStream): number {
    return this.#all | (this.#subscribed.get(name)?.types ?? 0);
  }

  #drop(name: string, bits: number): void {
    const subscribed = this.#subscribed.get(name);
    if (subscribed === undefined) return;
    subscribed.types &= ~bits;
    if (subscribed.types !== 0) return;
    const { stream } = subscribed;
    this.#subscribed.delete(name);
    this.#starting.delete(stream);
    this.#owed.delete(stream);
    this.#feed.leave(stream, this);
  }

  #unfollow(): void {
    this.#missedOthers = null;
    this.#feed.allReaders.delete(this);
  }

  #resume(stream: CommentStream, since: number): void {
    const frames = this.#feed.framesSince(stream, since);
    if (typeof frames === 'string') return this.#owe(stream, frames);
    for (const frame of frames) {
      this.takeComment(stream, frame);
      frame.release();
    }
  }

  #owe(stream: CommentStream, reason: ResyncReason): void {
    if (this.#subscribed.has(stream.name)) this.#owed.set(stream, this.#owed.get(stream) ?? reason);
    else this.#missedOthers ??= reason;
    if (this.#outlet.hasRoom) this.#payOwed();
  }

  #payOwed(): void {
    if (this.#missedOthers !== null) {
      this.#outlet.resync(TOPIC, this.#missedOthers, 0, { discussion: '' });
      this.#missedOthers = null;
    }
    for (const [stream, reason] of this.#owed) {
      // A stream that starts again sends its position when it does.
      if (!stream.isStarted) continue;
      this.#owed.delete(stream);
      this.#outlet.resync(TOPIC, reason, stream.sequence, { discussion: stream.name });
    }
  }
}
