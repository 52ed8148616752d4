/**
 * The comments part of the market feed: one stream for each discussion with listeners, and for a while after they
 * leave. Without listeners it costs nothing; otherwise it looks at the events of each entry.
 */

import type { ResyncReason } from '@bellwether/contract';
import type { CatalogId, CommentEntity, State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import type { FeedLimits } from '../limits.ts';
import { Recent } from '../recent.ts';
import { commentChange } from './comment-changes.ts';
import type { CommentFrame } from './comment-frame.ts';
import { type CommentReader, CommentStream, type CommentStreamSetup } from './comment-stream.ts';

export interface RowFeedSetup {
  readonly view: VenueView;
  readonly reader: Reader;
  readonly limits: FeedLimits;
  readonly timers: Timers;
  readonly fault: (error: unknown) => void;
  /** True if positions of clients may belong to another history. */
  readonly isRewound: boolean;
}

/** Characters of recent messages kept for all discussions, as a part of the limit for all markets. */
const RECENT_SHARE = 1 / 4;

export class CommentFeed {
  readonly #view: VenueView;
  readonly #limits: FeedLimits;
  readonly #setup: CommentStreamSetup;
  readonly #isRewound: boolean;
  readonly #streams = new Map<string, CommentStream>();
  /** Streams without readers, in the order in which they were left. */
  readonly #idle = new Set<CommentStream>();
  readonly #recent: Recent<CommentFrame, string>;
  /** Readers that get the changes of every discussion, each once. */
  readonly allReaders = new Set<CommentReader>();
  readonly #changed = new Set<CommentStream>();

  constructor({ view, reader, limits, timers, fault, isRewound }: RowFeedSetup) {
    this.#isRewound = isRewound;
    this.#view = view;
    this.#limits = limits;
    this.#recent = new Recent(limits.recentFramesMax, limits.recentCharactersMax * RECENT_SHARE);
    this.#setup = {
      reader,
      timers,
      pendingMax: limits.commentsPendingMax,
      publish: (stream, frames) => this.#publish(stream, frames),
      broken: (stream) => this.#recent.forget(stream.name),
      hasFollowers: () => this.allReaders.size > 0,
      // Readers of all discussions have joined no stream, so they are notified here.
      startedAgain: (stream) => {
        for (const reader of this.allReaders) if (!stream.readers.has(reader)) reader.discussionStarted(stream, true);
      },
      fault,
    };
  }

  /** Returns the entity that a name of the contract's form stands for; null if the catalog has no such entity. */
  find(name: string): CommentEntity | null {
    const { catalogEvents, seriesSlugs, marketsByCatalogId } = this.#view.state;
    const [type, number] = name.split(':');
    const id = Number(number) as CatalogId;
    if (type === 'Event') return catalogEvents.has(id) ? { type, id } : null;
    if (type === 'Series') return seriesSlugs.has(id) ? { type, id } : null;
    if (type === 'market') return marketsByCatalogId.has(id) ? { type, id } : null;
    return null;
  }

  join(name: string, entity: CommentEntity, reader: CommentReader): CommentStream {
    const known = this.#streams.get(name);
    const stream = known ?? new CommentStream(name, entity, this.#view.state.sequence, this.#setup);
    this.#streams.set(name, stream);
    this.#idle.delete(stream);
    stream.readers.add(reader);
    stream.idleFrames = 0;
    stream.read();
    return stream;
  }

  leave(stream: CommentStream, reader: CommentReader): void {
    stream.readers.delete(reader);
    if (stream.readers.size > 0 || this.#streams.get(stream.name) !== stream) return;
    this.#rest(stream);
  }

  /** Returns every frame after `sequence`, or the reason why some are missing. The stream must have started. */
  framesSince(stream: CommentStream, sequence: number): readonly CommentFrame[] | ResyncReason {
    if (this.#isRewound) return 'rewound';
    if (sequence > stream.sequence) return 'ahead';
    if (sequence === stream.sequence) return [];
    const frames = this.#recent.of(stream.name);
    const [oldest] = frames;
    if (oldest === undefined || oldest.sequence > sequence + 1) return 'too_old';
    return frames.slice(sequence + 1 - oldest.sequence);
  }

  /** Queues the changes of an entry in followed discussions. `state` has just taken in the entry. */
  take(entry: ChainedEntry, state: Readonly<State>): void {
    if (this.#streams.size === 0 && this.allReaders.size === 0) return;
    for (const event of entry.events) {
      const found = commentChange(event, entry, state);
      if (found === null) continue;
      const stream = this.#streamOf(found.entity, entry);
      if (stream === null) continue;
      stream.add(found.change);
      this.#changed.add(stream);
    }
  }

  /** Reads and sends the queued changes, once all entries that became durable together are published. */
  published(): void {
    if (this.#changed.size === 0) return;
    for (const stream of this.#changed) stream.read();
    this.#changed.clear();
  }

  /** Drops everything, since the kept frames may be incomplete. */
  reset(): void {
    for (const stream of [...this.#streams.values()]) this.#forget(stream);
    this.allReaders.clear();
    this.#changed.clear();
  }

  #publish(stream: CommentStream, frames: readonly CommentFrame[]): void {
    for (const frame of frames) {
      for (const removed of frame.removed) {
        for (const kept of this.#recent.of(stream.name)) kept.withdraw(removed);
      }
      this.#recent.add(stream.name, frame);
      for (const reader of stream.readers) reader.takeComment(stream, frame);
      for (const reader of this.allReaders) if (!stream.readers.has(reader)) reader.takeComment(stream, frame);
      frame.release();
      if (stream.readers.size === 0) stream.idleFrames++;
    }
    // Once more frames were made than are kept, no client can resume from a frame it has seen.
    if (stream.idleFrames >= this.#limits.recentFramesMax && stream.isQuiet) this.#forget(stream);
  }

  /** Returns the stream of a discussion that an entry has just changed; null if it has no followers. */
  #streamOf(entity: CommentEntity, { sequence }: ChainedEntry): CommentStream | null {
    const name = `${entity.type}:${entity.id}`;
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    if (this.allReaders.size === 0) return null;
    const stream = new CommentStream(name, entity, sequence - 1, this.#setup);
    this.#streams.set(name, stream);
    this.#rest(stream);
    return stream;
  }

  /** Keeps a stream without readers of its own for a while. */
  #rest(stream: CommentStream): void {
    this.#idle.add(stream);
    let over = this.#idle.size - this.#limits.idleStreamsMax;
    for (const oldest of this.#idle) {
      if (over <= 0) break;
      // Pending changes are sent first if a reader follows everything.
      if (this.allReaders.size > 0 && !oldest.isQuiet) continue;
      this.#forget(oldest);
      over--;
    }
  }

  #forget(stream: CommentStream): void {
    stream.end();
    this.#streams.delete(stream.name);
    this.#idle.delete(stream);
    this.#recent.forget(stream.name);
  }
}
