/**
 * Records the market feed of a venue onto a tape until stopped. Messages are recorded as sent. The recorder reconnects
 * when the connection is cut or silent, or when a message is missing, and records each of these as a gap. Books sent
 * after a new subscription make the tape complete again.
 */
import { existsSync } from 'node:fs';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { headerProblem, messageProblem } from './checked-tape.ts';
import { Continuity, type Placed } from './continuity.ts';
import { describedMarket } from './described-market.ts';
import { type GapReason, KEPT_MESSAGES, TAPE_FORMAT, type TapeHeader, type TapeMarket } from './tape-line.ts';
import { TapeWriter } from './tape-writer.ts';

const PING_EVERY_MS = 10_000;
/** Time without a frame, including replies to pings, after which a connection counts as dead. */
const SILENT_MS = 25_000;
const FLUSH_EVERY_MS = 1_000;
const AGAIN_AFTER_MS = 250;
const AGAIN_AFTER_MS_MAX = 15_000;
/** Kinds of messages that are counted one by one. */
const NOT_KEPT_MAX = 100;

interface RecorderOptions {
  /** Base URL of the venue, used to read its markets. */
  readonly url: string;
  /** URL of the market feed; null: `/ws/market` of the venue. */
  readonly feed: string | null;
  /** Condition ids, or other identifiers that the venue accepts for a market. */
  readonly markets: readonly string[];
  /** Path of the tape; an existing tape is continued. */
  readonly path: string;
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  readonly print: (line: string) => void;
  /** Resolves when the recorder must stop. */
  readonly stopped: Promise<void>;
}

export interface Recorded {
  readonly messages: number;
  readonly gaps: number;
  readonly hash: string;
  /** Messages that are not on the tape, by kind. */
  readonly notKept: ReadonlyMap<string, number>;
}

/**
 * Records until stopped; resolves when the whole tape is on disk. Throws if the markets cannot be read, and disk
 * errors.
 */
export async function record(options: RecorderOptions): Promise<Recorded> {
  const { url, feed, path, runtime, print, stopped } = options;
  const read = await Promise.all(options.markets.map((market) => readMarket(url, market)));
  const markets = read.map(({ market }) => market);
  const tape = openTape(options, markets, runtime.clock.wallMs());
  const recorder = new Recorder(tape.writer, Math.max(...read.map(({ timeMs }) => timeMs)), runtime, print);
  if (tape.stoppedMs !== null) recorder.gap('stopped', tape.stoppedMs);
  print(`recording ${markets.map(({ slug }) => slug).join(', ')} to ${path}`);
  const tokens = markets.flatMap(({ token_ids }) => token_ids);
  try {
    await recorder.run(feed ?? feedOf(url), tokens, stopped);
    tape.writer.end(runtime.clock.wallMs());
  } finally {
    tape.writer.close();
  }
  const { messages, gaps, notKept } = recorder;
  return { messages, gaps, notKept, hash: tape.writer.hash };
}

class Recorder {
  messages = 0;
  gaps = 0;
  readonly notKept = new Map<string, number>();
  readonly #tape: TapeWriter;
  readonly #runtime: Pick<Runtime, 'clock' | 'timers'>;
  readonly #print: (line: string) => void;
  readonly #continuity = new Continuity();
  /** Last known time of the venue, for messages without a time, such as the book of a market that never changed. */
  #venueMs: number;
  /** Time of the last frame; null before the first. */
  #heardMs: number | null = null;
  #isStopped = false;
  #problem: Error | null = null;

  constructor(
    tape: TapeWriter,
    venueMs: number,
    runtime: Pick<Runtime, 'clock' | 'timers'>,
    print: (line: string) => void,
  ) {
    this.#tape = tape;
    this.#venueMs = venueMs;
    this.#runtime = runtime;
    this.#print = print;
  }

  async run(feed: string, tokens: readonly string[], stopped: Promise<void>): Promise<void> {
    let end: () => void = () => undefined;
    void stopped.then(() => {
      this.#isStopped = true;
      end();
    });
    const { timers } = this.#runtime;
    const stopFlushing = timers.every(FLUSH_EVERY_MS, () => this.#careful(() => this.#tape.flush()));
    for (let waitMs = AGAIN_AFTER_MS; !this.#isStopped; ) {
      const before = this.messages;
      const cut = await this.#connection(feed, tokens, (close) => {
        end = close;
      });
      if (this.#problem !== null) break;
      if (this.#isStopped) break;
      if (this.#heardMs !== null) this.gap(cut, this.#heardMs);
      waitMs = this.messages > before ? AGAIN_AFTER_MS : Math.min(waitMs * 2, AGAIN_AFTER_MS_MAX);
      this.#print(`the feed ended (${cut}): connecting again`);
      await Promise.race([stopped, new Promise<void>((resolve) => void timers.after(waitMs, resolve))]);
    }
    stopFlushing();
    if (this.#problem !== null) throw this.#problem;
  }

  gap(why: GapReason, fromMs: number, market: string | null = null): void {
    this.gaps++;
    this.#tape.gap({ from_ms: fromMs, to_ms: this.#runtime.clock.wallMs(), market, why });
  }

  /** Opens a connection; resolves with the reason for its end. */
  #connection(feed: string, tokens: readonly string[], opened: (close: () => void) => void): Promise<GapReason> {
    const { clock, timers } = this.#runtime;
    this.#continuity.reset();
    return new Promise((resolve) => {
      const socket = new WebSocket(feed);
      let why: GapReason = 'cut';
      let heardMs = clock.monotonicMs();
      let tells = false;
      const end = (reason: GapReason): void => {
        why = reason;
        stopPinging();
        socket.onmessage = null;
        socket.close();
        resolve(why);
      };
      const stopPinging = timers.every(PING_EVERY_MS, () => {
        if (clock.monotonicMs() - heardMs > SILENT_MS) end('silent');
        else if (socket.readyState === WebSocket.OPEN) socket.send('PING');
      });
      opened(() => end('stopped'));
      socket.onopen = () => socket.send(JSON.stringify({ type: 'market', assets_ids: tokens }));
      socket.onclose = () => end(why);
      socket.onerror = () => end(why);
      socket.onmessage = ({ data }: { readonly data: unknown }) => {
        heardMs = clock.monotonicMs();
        if (!tells) this.#print('the feed tells');
        tells = true;
        const missing = this.#careful(() => this.#take(String(data)));
        if (this.#problem !== null) end('stopped');
        else if (missing === true) end('missing');
      };
    });
  }

  /**
   * Records a frame. True if a message is missing before it or cannot be kept; the frame's remaining messages are then
   * not recorded.
   */
  #take(text: string): boolean {
    const receivedMs = this.#runtime.clock.wallMs();
    const frame = parsed(text);
    if (typeof frame !== 'object' || frame === null) {
      if (text !== 'PONG') this.#leaveOut(`text ${shown(text)}`);
      this.#heardMs = receivedMs;
      // Broken JSON may have been a message.
      return /^[{[]/.test(text);
    }
    const messages = (Array.isArray(frame) ? frame : [frame]) as readonly (FeedMessageLine | null)[];
    for (const message of messages) {
      const type = message?.event_type;
      if (message !== null && type === 'resync') {
        this.#continuity.reset();
        this.gap('resync', this.#heardMs ?? receivedMs, message.market || null);
        continue;
      }
      if (message === null || type === undefined || !KEPT_MESSAGES.has(type)) {
        this.#leaveOut(typeof type === 'string' ? shown(type) : 'no type');
        continue;
      }
      const timeMs = Number(message.timestamp);
      if (Number.isSafeInteger(timeMs) && timeMs > 0) this.#venueMs = timeMs;
      const times = { time_ms: this.#venueMs, received_ms: receivedMs };
      // One wrong line would spoil the whole tape.
      const problem = messageProblem({ kind: 'message', ...times, message });
      if (problem !== null) this.#leaveOut(`${type} (${problem})`);
      if (problem !== null || !this.#continuity.follows(message)) return true;
      const isLine = messages.length === 1 && !Array.isArray(frame) && !text.includes('\n');
      this.#tape.message(times.time_ms, receivedMs, isLine ? text : JSON.stringify(message));
      this.messages++;
    }
    this.#heardMs = receivedMs;
    return false;
  }

  /** Counts a message that is not recorded, and names its kind the first time. */
  #leaveOut(kind: string): void {
    const known = this.notKept.has(kind) || this.notKept.size < NOT_KEPT_MAX ? kind : 'other kinds';
    if (!this.notKept.has(known)) this.#print(`not kept: ${known}`);
    this.notKept.set(known, (this.notKept.get(known) ?? 0) + 1);
  }

  /** Keeps an error from a socket or timer callback, to be thrown where the result is awaited. */
  #careful<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      this.#problem ??= error instanceof Error ? error : new Error(String(error));
      return null;
    }
  }
}

type FeedMessageLine = Placed & { readonly timestamp?: string };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The beginning of a text from the feed, as JSON unless it is a plain name. */
const shown = (text: string): string => (/^\w{1,40}$/.test(text) ? text : JSON.stringify(text.slice(0, 40)));

function feedOf(url: string): string {
  return new URL('/ws/market', url.replace(/^http/, 'ws')).href;
}

/** The venue's description of a market, and the venue's time in Unix milliseconds, accurate to the second. */
async function readMarket(url: string, market: string) {
  const address = new URL(`/markets/${encodeURIComponent(market)}`, url).href;
  const response = await fetch(address).catch((error: unknown) => {
    const { cause } = error as Error;
    throw new Error(`${address} cannot be read: ${cause instanceof Error ? cause.message : String(error)}`);
  });
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  const described = describedMarket(parsed(await response.text()));
  if (described === null) throw new Error(`${response.url} describes no market of two tokens`);
  const timeMs = Date.parse(response.headers.get('date') ?? '');
  return { market: described, timeMs: Number.isNaN(timeMs) ? 0 : timeMs };
}

/** Creates or continues a tape. `stoppedMs`: time of the last write to a continued tape. */
function openTape({ url, path }: RecorderOptions, markets: readonly TapeMarket[], nowMs: number) {
  if (!existsSync(path)) {
    const header: TapeHeader = { kind: 'tape', format: TAPE_FORMAT, source: url, time_ms: nowMs, markets };
    const problem = headerProblem(header);
    if (problem !== null) throw new Error(`${url} describes markets that a tape cannot have: ${problem}`);
    return { writer: TapeWriter.create(path, header), stoppedMs: null };
  }
  const { writer, header, lastMs } = TapeWriter.resume(path);
  const ids = (all: readonly TapeMarket[]): string =>
    all
      .map(({ condition_id }) => condition_id)
      .sort()
      .join();
  if (header.source === url && ids(header.markets) === ids(markets)) return { writer, stoppedMs: lastMs };
  writer.close();
  throw new Error(`${path} is a tape of other markets, or of another venue: ${header.source}`);
}
