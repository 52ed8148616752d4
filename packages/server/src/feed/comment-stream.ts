/**
 * The feed of one discussion. The gateway's view says what changes and in which order; how the comments look then is
 * read from the rows, at that entry or later, and only then is it told. So no one hears of what a request could not show
 * yet, and a message gives things as they are, not by how much they changed: late news never make a wrong picture.
 */

import type { CommentEntity } from '@bellwether/engine';
import type { Reader } from '../ports/reader.ts';
import type { Cancel, Timers } from '../ports/runtime.ts';
import type { DiscussionAnswer, DiscussionQuery } from '../reads/community/discussion.ts';
import { entityKey } from '../wire/accounts/comments.ts';
import { type CommentChange, commentMessage } from './comment-changes.ts';
import { CommentFrame } from './comment-frame.ts';

/** Someone who gets a discussion's frames. */
export interface CommentReader {
  /** It reads the comments once it knows where the stream is: what they show by then it need not be told. */
  readonly readsRows: boolean;
  /** The stream knows where it is, before any frame; again, when messages were left out for everybody. */
  discussionStarted(stream: CommentStream, isAgain: boolean): void;
  takeComment(stream: CommentStream, frame: CommentFrame): void;
}

export interface CommentStreamSetup {
  readonly reader: Reader;
  readonly timers: Timers;
  readonly pendingMax: number;
  /** Frames that were made, in order, to be kept and handed out. */
  readonly publish: (stream: CommentStream, frames: readonly CommentFrame[]) => void;
  /** True while someone is told of every discussion. */
  readonly hasFollowers: () => boolean;
  /** It goes on after messages were left out for everybody. */
  readonly startedAgain: (stream: CommentStream) => void;
  /** What was published before is not followed by what comes next. */
  readonly broken: (stream: CommentStream) => void;
  readonly fault: (error: unknown) => void;
}

/** Changes put into words with one read. */
const BATCH_MAX = 50;
/** Until the rows are asked again when they are behind or cannot be read. */
const RETRY_MS = 100;

export class CommentStream {
  readonly name: string;
  readonly entity: CommentEntity;
  readonly readers = new Set<CommentReader>();
  /** Frames made since its last reader left. */
  idleFrames = 0;
  readonly #setup: CommentStreamSetup;
  /** Sequence of the last frame, or where it began; null until that is known. */
  #sequence: number | null = null;
  /** The rows have to show this entry before the stream can begin. */
  #from: number;
  #isAgain = false;
  #pending: CommentChange[] = [];
  #isReading = false;
  #cancelRetry: Cancel = () => undefined;
  #isEnded = false;
  /** The last read failed, and that was said. */
  #isFailing = false;

  /** `position` is the last entry that it is not told of. */
  constructor(name: string, entity: CommentEntity, position: number, setup: CommentStreamSetup) {
    this.name = name;
    this.entity = entity;
    this.#from = position;
    this.#setup = setup;
  }

  get isStarted(): boolean {
    return this.#sequence !== null;
  }

  /** Sequence of the last frame that was published. Once it has started. */
  get sequence(): number {
    if (this.#sequence === null) throw new Error(`the feed of ${this.name} has not started`);
    return this.#sequence;
  }

  /** Takes the next change; it is told after `read`. When too many wait, it begins again after this one. */
  add(change: CommentChange): void {
    this.#pending.push(change);
    if (this.#pending.length <= this.#setup.pendingMax) return;
    this.#pending = [];
    this.#from = change.position;
    this.#isAgain ||= this.isStarted;
    this.#sequence = null;
    this.#setup.broken(this);
  }

  /** True when there is nothing that is still to be told. */
  get isQuiet(): boolean {
    return this.isStarted && this.#pending.length === 0;
  }

  /** Reads on, if something waits and nothing is being read. */
  read(): void {
    if (this.#isReading || this.#isEnded || (this.isStarted && this.#pending.length === 0)) return;
    this.#isReading = true;
    this.#cancelRetry();
    void this.#readOn()
      .catch((error: unknown) => {
        if (!this.#isFailing && !this.#isEnded) this.#setup.fault(error);
        this.#isFailing = true;
        return false;
      })
      .then((isDone) => {
        this.#isReading = false;
        if (isDone) return this.read();
        if (this.#isEnded) return;
        this.#cancelRetry = this.#setup.timers.after(RETRY_MS, () => this.read());
      });
  }

  /** Nothing is told any more. */
  end(): void {
    this.#isEnded = true;
    this.#cancelRetry();
  }

  /** False when the rows are behind. */
  async #readOn(): Promise<boolean> {
    const { type, id } = this.entity;
    const pending = this.#pending;
    const batch = this.isStarted ? pending.slice(0, BATCH_MAX) : [];
    const query: DiscussionQuery = {
      entity: entityKey(type, id),
      changes: batch.map(({ comment, isMoved, takenBy }) => ({ comment, isMoved, takenBy })),
    };
    const answer = await this.#setup.reader.read('discussion', query);
    this.#isFailing = false;
    if (this.#isEnded) return true;
    if (answer === null) throw new Error(`no answer about ${this.name}`);
    const found = JSON.parse(Buffer.from(answer.body).toString()) as DiscussionAnswer;
    if (this.#sequence === null) return this.#start(found);
    // It has begun again meanwhile.
    if (this.#pending !== pending) return true;
    if (found.position < (batch.at(-1)?.position ?? 0)) return false;
    this.#tell(batch, found, this.#sequence);
    return true;
  }

  #start({ position, sequence }: DiscussionAnswer): boolean {
    if (position < this.#from) return false;
    const shown = this.#pending.filter((change) => change.position <= position).length;
    // Who reads nothing is told of what the rows show already, too.
    const isTold = this.#setup.hasFollowers() || [...this.readers].some(({ readsRows }) => !readsRows);
    this.#sequence = isTold ? sequence - shown : sequence;
    if (!isTold) this.#pending.splice(0, shown);
    const isAgain = this.#isAgain;
    this.#isAgain = false;
    for (const reader of [...this.readers]) reader.discussionStarted(this, isAgain);
    if (isAgain) this.#setup.startedAgain(this);
    return true;
  }

  #tell(batch: readonly CommentChange[], { changes }: DiscussionAnswer, sequence: number): void {
    const frames = batch.map((change, index) => {
      const read = changes[index];
      if (read === undefined) throw new Error(`no answer about comment ${change.comment}`);
      const message = commentMessage(change, read, this.name, sequence + index + 1);
      return new CommentFrame(message, { entity: this.entity, comment: read.comment, taken: read.taken });
    });
    this.#pending.splice(0, batch.length);
    this.#sequence = sequence + batch.length;
    this.#setup.publish(this, frames);
  }
}
