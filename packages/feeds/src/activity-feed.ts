/**
 * Everyone's trades as one stream. The gateway's view only says that there was a trade. Traders and market names are
 * read from the rows that `GET /trades` reads, and only then is the trade sent. Without listeners it costs nothing.
 */

import type { ResyncReason } from '@bellwether/contract';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { Cancel } from '@bellwether/ports/runtime.ts';
import type { FillAnswer, FillsAnswer, FillsQuery } from '@bellwether/read-model/ledger/answer/trades.ts';
import type { RowFeedSetup } from './comments/comment-feed.ts';
import { LiveMessage } from './live/live-message.ts';
import { Recent, type Sent } from './recent.ts';

type ActivityType = 'trades' | 'orders_matched';

export interface ActivityReader {
  takeTrade(frame: TradeFrame): void;
  /** Called when trades up to the feed's `told` were left out for all readers. */
  tradesMissed(): void;
}

/** Characters of recent trades kept, as a part of the limit for all markets. */
const RECENT_SHARE = 1 / 4;
/** Fills formatted with one read; a trade with more is read alone. */
const BATCH_MAX = 200;
/** Milliseconds until the next read if the rows are behind or unreadable. */
const RETRY_MS = 100;
/** Key of the only stream. */
const ALL = 0;

/** A trade that is still to be sent. */
type Pending = { readonly sequence: number; readonly fills: number; readonly timeMs: number };

export class ActivityFeed {
  readonly #setup: RowFeedSetup;
  readonly #readers = new Set<ActivityReader>();
  readonly #recent: Recent<TradeFrame>;
  /** Frames made since the last reader left. */
  #idleFrames = 0;
  #pending: Pending[] = [];
  /** Every trade after this entry is sent or pending; null while the stream is not active. */
  #since: number | null = null;
  /** Sequence of the last trade sent, or of the start of the stream. */
  #told = 0;
  #isReading = false;
  #cancelRetry: Cancel = () => undefined;
  /** Generation of the current reads: results of earlier generations are ignored. */
  #generation = 0;
  /** True if the last read failed and the failure was reported. */
  #isFailing = false;

  constructor(setup: RowFeedSetup) {
    const { recentFramesMax, recentCharactersMax } = setup.limits;
    this.#setup = setup;
    this.#recent = new Recent(recentFramesMax, recentCharactersMax * RECENT_SHARE);
  }

  join(reader: ActivityReader): void {
    this.#readers.add(reader);
    this.#idleFrames = 0;
    if (this.#since !== null) return;
    this.#since = this.#setup.view.state.sequence;
    this.#told = this.#since;
  }

  leave(reader: ActivityReader): void {
    // The stream continues for a while, for readers that come back.
    this.#readers.delete(reader);
  }

  /** Returns every frame after an entry, or the reason why some are missing. */
  framesSince(sequence: number): readonly TradeFrame[] | ResyncReason {
    if (this.#setup.isRewound) return 'rewound';
    if (sequence > this.#setup.view.state.sequence) return 'ahead';
    if (sequence >= this.#told) return [];
    const frames = this.#recent.of(ALL);
    const next = frames.findIndex((frame) => frame.sequence > sequence);
    // The frames are complete if the client has seen the trade before the first one, or there is none.
    return (frames[next]?.previous ?? Number.POSITIVE_INFINITY) <= sequence ? frames.slice(next) : 'too_old';
  }

  /** Sequence of the last trade sent, or of the start of the stream. */
  get told(): number {
    return this.#told;
  }

  /** Queues the trades of an entry. */
  take({ sequence, timeMs, events }: ChainedEntry): void {
    if (this.#since === null) return;
    for (const event of events) {
      if (event.kind === 'TradeExecuted') this.#pending.push({ sequence, timeMs, fills: event.legs.length + 1 });
    }
    if (this.#pending.length > this.#setup.limits.tradesPendingMax) this.#leaveOut(sequence);
  }

  /** Reads and sends the queued trades, once all entries that became durable together are published. */
  published(): void {
    this.#read();
  }

  /** Drops everything, since the kept frames may be incomplete. */
  reset(): void {
    this.#generation++;
    this.#cancelRetry();
    this.#pending = [];
    this.#readers.clear();
    this.#recent.forget(ALL);
    this.#since = null;
    this.#idleFrames = 0;
    this.#isReading = false;
  }

  #leaveOut(sequence: number): void {
    this.#generation++;
    this.#isReading = false;
    this.#pending = [];
    this.#recent.forget(ALL);
    this.#told = sequence;
    for (const reader of this.#readers) reader.tradesMissed();
  }

  #read(): void {
    if (this.#isReading || this.#pending.length === 0) return;
    this.#isReading = true;
    this.#cancelRetry();
    const generation = this.#generation;
    void this.#readOn(generation)
      .catch((error: unknown) => {
        if (!this.#isFailing && generation === this.#generation) this.#setup.fault(error);
        this.#isFailing = true;
        return false;
      })
      .then((isDone) => {
        if (generation !== this.#generation) return;
        this.#isReading = false;
        if (isDone) return this.#read();
        this.#cancelRetry = this.#setup.timers.after(RETRY_MS, () => this.#read());
      });
  }

  /** Reads and sends one batch. Returns false if the rows are behind. */
  async #readOn(generation: number): Promise<boolean> {
    const batch = this.#nextBatch();
    const first = batch[0]?.sequence ?? 0;
    const last = batch.at(-1)?.sequence ?? 0;
    const query: FillsQuery = { first, last };
    const answer = await this.#setup.reader.read('fills', query);
    this.#isFailing = false;
    if (generation !== this.#generation) return true;
    if (answer === null) throw new Error('no answer about fills');
    // The cast is the parse boundary: the read is the venue's own.
    const { position, fills } = JSON.parse(Buffer.from(answer.body).toString()) as FillsAnswer;
    if (position < last) return false;
    this.#pending.splice(0, batch.length);
    const times = new Map(batch.map(({ sequence, timeMs }) => [sequence, timeMs]));
    for (const [sequence, ofTrade] of Map.groupBy(fills, (fill) => fill.sequence)) {
      const frame = new TradeFrame({ sequence, previous: this.#told, timeMs: times.get(sequence) ?? 0 }, ofTrade);
      this.#told = sequence;
      this.#recent.add(ALL, frame);
      for (const reader of this.#readers) reader.takeTrade(frame);
      frame.release();
      if (this.#readers.size === 0) this.#idleFrames++;
    }
    // Once more frames were made than are kept, no client can resume from a frame it has seen.
    if (this.#idleFrames >= this.#setup.limits.recentFramesMax) this.reset();
    return true;
  }

  #nextBatch(): readonly Pending[] {
    let fills = 0;
    const end = this.#pending.findIndex((trade, index) => {
      fills += trade.fills;
      return fills > BATCH_MAX && index > 0;
    });
    return end === -1 ? [...this.#pending] : this.#pending.slice(0, end);
  }
}

export interface TradeFill {
  readonly isTaker: boolean;
  readonly eventSlug: string;
  readonly marketSlug: string;
  /** Message of the fill, made on first use. */
  message(type: ActivityType): LiveMessage;
}

interface TradePlace {
  readonly sequence: number;
  /** Sequence of the trade before, or of the start of the stream. */
  readonly previous: number;
  readonly timeMs: number;
}

/** A trade, ready for the wire. */
export class TradeFrame implements Sent {
  readonly sequence: number;
  /** Sequence of the trade before, or of the start of the stream. */
  readonly previous: number;
  readonly size: number;
  readonly fills: readonly TradeFill[];
  readonly #cached: Partial<Record<ActivityType, LiveMessage>>[] = [];

  constructor({ sequence, previous, timeMs }: TradePlace, answers: readonly FillAnswer[]) {
    this.sequence = sequence;
    this.previous = previous;
    const payloads = answers.map((answer, index) => JSON.stringify(payloadOf(answer, index, answers.length)));
    this.size = payloads.reduce((sum, { length }) => sum + length, 0);
    this.fills = answers.map(({ isTaker, shown }, index) => ({
      isTaker,
      eventSlug: shown.eventSlug,
      marketSlug: shown.slug,
      message: (type) => this.#message(index, type, timeMs, payloads[index] ?? ''),
    }));
  }

  /** Drops the messages, which can be made again. */
  release(): void {
    this.#cached.length = 0;
  }

  #message(index: number, type: ActivityType, timestampMs: number, payload: string): LiveMessage {
    const made = this.#cached[index] ?? {};
    this.#cached[index] = made;
    const message = made[type] ?? new LiveMessage('activity', type, timestampMs, payload);
    made[type] = message;
    return message;
  }
}

function payloadOf({ sequence, tokenId, eventTitle, shown }: FillAnswer, index: number, count: number) {
  const { usdcSize: _usdc, profileImageOptimized: _image, asset: _asset, ...fill } = shown;
  return { ...fill, asset: tokenId, title: eventTitle ?? fill.title, question: fill.title, sequence, index, count };
}
