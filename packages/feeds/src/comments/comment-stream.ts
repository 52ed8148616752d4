/**
 * The feed of one discussion. The gateway's view supplies the changes and their order. The resulting comments are read
 * from the rows, at that entry or later, and only then sent. So no message shows what a request could not show yet.
 * Messages carry states, not differences, so a late message never leads to a wrong picture.
 */

import type { CommentEntity } from '@bellwether/engine';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Cancel, Timers } from '@bellwether/ports/runtime.ts';
import { entityKey } from '@bellwether/read-model/community/answer/comment-output.ts';
import type { DiscussionAnswer, DiscussionQuery } from '@bellwether/read-model/community/answer/discussion.ts';
import { type CommentChange, commentMessage } from './comment-changes.ts';
import { CommentFrame } from './comment-frame.ts';

/** Reader of a discussion's frames. */
export interface CommentReader {
  /**
   * True if the reader reads the comments once the stream has started: changes that the rows show by then need not be
   * sent.
   */
  readonly readsRows: boolean;
  /**
   * Called when the stream knows its position, before any frame; and again after messages were left out for all
   * readers.
   */
  discussionStarted(stream: CommentStream, isAgain: boolean): void;
  takeComment(stream: CommentStream, frame: CommentFrame): void;
}

export interface CommentStreamSetup {
  readonly reader: Reader;
  readonly timers: Timers;
  readonly pendingMax: number;
  /** Keeps new frames and hands them out, in order. */
  readonly publish: (stream: CommentStream, frames: readonly CommentFrame[]) => void;
  /** True while a reader follows every discussion. */
  readonly hasFollowers: () => boolean;
  /** Called when the stream continues after messages were left out for all readers. */
  readonly startedAgain: (stream: CommentStream) => void;
  /** Called when later frames do not continue the published ones. */
  readonly broken: (stream: CommentStream) => void;
  readonly fault: (error: unknown) => void;
}

/** Changes formatted with one read. */
const BATCH_MAX = 50;
/** Milliseconds until the next read if the rows are behind or unreadable. */
const RETRY_MS = 100;

export class CommentStream {
  readonly name: string;
  readonly entity: CommentEntity;
  readonly readers = new Set<CommentReader>();
  /** Frames made since the last reader left. */
  idleFrames = 0;
  readonly #setup: CommentStreamSetup;
  /** Sequence of the last frame, or of the start of the stream; null until that is known. */
  #sequence: number | null = null;
  /** Entry that the rows must show before the stream can start. */
  #from: number;
  #isAgain = false;
  #pending: CommentChange[] = [];
  #isReading = false;
  #cancelRetry: Cancel = () => undefined;
  #isEnded = false;
  /** True if the last read failed and the failure was reported. */
  #isFailing = false;

  /** `position` is the last entry that the stream does not cover. */
  constructor(name: string, entity: CommentEntity, position: number, setup: CommentStreamSetup) {
    this.name = name;
    this.entity = entity;
    this.#from = position;
    this.#setup = setup;
  }

  get isStarted(): boolean {
    return this.#sequence !== null;
  }

  /** Sequence of the last published frame. Throws if the stream has not started. */
  get sequence(): number {
    if (this.#sequence === null) throw new Error(`the feed of ${this.name} has not started`);
    return this.#sequence;
  }

  /** Queues a change, which is sent after `read`. If too many are queued, the stream starts again after this one. */
  add(change: CommentChange): void {
    this.#pending.push(change);
    if (this.#pending.length <= this.#setup.pendingMax) return;
    this.#pending = [];
    this.#from = change.position;
    this.#isAgain ||= this.isStarted;
    this.#sequence = null;
    this.#setup.broken(this);
  }

  /** True if the stream has started and nothing is pending. */
  get isQuiet(): boolean {
    return this.isStarted && this.#pending.length === 0;
  }

  /** Reads on if anything is pending and no read is running. */
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

  end(): void {
    this.#isEnded = true;
    this.#cancelRetry();
  }

  /** Reads and sends one batch. Returns false if the rows are behind. */
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
    // The stream has started again meanwhile.
    if (this.#pending !== pending) return true;
    if (found.position < (batch.at(-1)?.position ?? 0)) return false;
    this.#tell(batch, found, this.#sequence);
    return true;
  }

  #start({ position, sequence }: DiscussionAnswer): boolean {
    if (position < this.#from) return false;
    const shown = this.#pending.filter((change) => change.position <= position).length;
    // Readers that do not read rows also get the changes that the rows already show.
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
