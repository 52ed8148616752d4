/**
 * One WebSocket as the feeds use it: counts what comes in, answers pings, holds writes of one batch together, and ends
 * the connection with a code and a reason. What the messages mean is its owner's business.
 */
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { FramePass } from '../ports/sandbox.ts';
import type { AddressCosts } from './address-costs.ts';
import { CLOSE, type FeedLimits } from './limits.ts';

/** The connection that speaks through a socket. */
export interface SocketOwner {
  /** A text message that is no `PING`. */
  receive(text: string): void;
  /** Something that waited has been written. */
  flushed(): void;
  /** Nothing more will come; once. */
  closed(): void;
}

/** How a feed speaks where the socket itself has something to say. */
export interface SocketDialect {
  /** The answer to a text `PING`; null where clients take no such frame. */
  readonly pong: string | null;
  /** What is wrong, as a frame that the feed's clients can read. */
  errorText(error: SocketError): string;
}

export interface SocketError {
  readonly code: string;
  readonly message: string;
}

/** The market and the user feed. */
export const FEED_DIALECT: SocketDialect = {
  pong: 'PONG',
  errorText: (error) => JSON.stringify({ event_type: 'error', ...error }),
};

/** What all sockets of the feeds share. */
export interface SocketGroup {
  readonly limits: FeedLimits;
  /** Milliseconds on a monotonic clock. */
  readonly clock: () => number;
  /** True while entries of one batch go by: writes are held together until `uncork`. */
  isBatching: boolean;
  readonly corked: FeedSocket[];
  readonly costs: AddressCosts;
  /** What addresses are sent unasked, where that is more than news. */
  readonly pushes: AddressCosts;
  /** Open connections of a client address. */
  connectionsOf(address: string): number;
  /** Closes all sockets where what this node shows may be old. */
  checkCurrent(): void;
  /** A message handler threw. */
  fault(error: unknown): void;
}

/** Bytes that cost as much as a message. */
const BYTES_PER_UNIT = 64;

/** Longest reason that a close frame holds is 123 bytes; ours are ASCII. */
const REASON_MAX = 120;
const TEXT = { binary: false, compress: false, fin: true } as const;
const TEXT_PART = { ...TEXT, fin: false } as const;

export class FeedSocket {
  readonly #ws: WebSocket;
  readonly #raw: Duplex;
  readonly #group: SocketGroup;
  readonly #address: string;
  readonly #dialect: SocketDialect;
  readonly #pass: FramePass | null;
  #owner: SocketOwner | null = null;
  #isAlive = true;
  #isCorked = false;
  #isOpen = true;
  #windowStart: number;
  #windowMessages = 0;
  readonly #flushed = (): void => this.#owner?.flushed();
  /** Frames sent, for the figures. */
  frames = 0;
  /** True once the venue has ended it, for whatever reason. */
  endedByVenue = false;

  /** `address`: whom its cost is counted for. `pass`: what goes wrong on purpose with its frames; nothing by default. */
  constructor(
    ws: WebSocket,
    raw: Duplex,
    group: SocketGroup,
    address: string,
    dialect: SocketDialect,
    pass: FramePass | null = null,
  ) {
    this.#pass = pass;
    this.#ws = ws;
    this.#raw = raw;
    this.#group = group;
    this.#address = address;
    this.#dialect = dialect;
    this.#windowStart = group.clock();
    // Parts of messages, and frames that are none, are heard of nowhere else.
    raw.on('data', (chunk: Buffer) => this.spend(chunk.length / BYTES_PER_UNIT));
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary));
    ws.on('ping', (data) => {
      // Any frame is a sign of life: some clients never answer a ping with a pong.
      this.#isAlive = true;
      if (this.#mayReceive() && this.#isCurrent()) ws.pong(data);
    });
    ws.on('pong', () => {
      this.#isAlive = true;
    });
    ws.on('close', () => this.#closed());
    // It is followed by 'close'. A message over the limit and broken frames come here; `ws` closes with their code.
    ws.on('error', () => {
      this.endedByVenue = true;
    });
  }

  /** From now on `owner` hears of it. */
  attach(owner: SocketOwner): void {
    this.#owner = owner;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Bytes that wait to be written. */
  get bufferedBytes(): number {
    return this.#ws.bufferedAmount;
  }

  /** Whether more waits than `bytesMax`, or than this connection's share of what may wait for its address. */
  isBehind(bytesMax: number): boolean {
    const waiting = this.bufferedBytes;
    if (waiting === 0) return false;
    const share = this.#group.limits.bufferedBytesPerAddressMax / this.#group.connectionsOf(this.#address);
    return waiting > Math.min(bytesMax, share);
  }

  /** Whether the address may be sent so much more unasked now; if so, it is counted. */
  mayPush(cost: number): boolean {
    return this.#group.pushes.spend(this.#address, cost);
  }

  send(data: Buffer | string): void {
    if (this.#pass === null) return this.#write(data);
    this.#pass(
      data,
      (frame) => this.#write(frame),
      () => this.terminate(),
    );
  }

  /** One message of two parts: bytes that many sockets share are not copied for each. */
  sendParts(shared: Buffer, own: Buffer): void {
    if (this.#pass !== null) return this.send(Buffer.concat([shared, own]));
    if (!this.#begin()) return;
    this.#ws.send(shared, TEXT_PART);
    this.#ws.send(own, TEXT, this.#flushed);
  }

  /** The same for several frames, in one write where the system takes it. */
  sendAll(frames: readonly (Buffer | string)[]): void {
    const [only] = frames;
    if (frames.length === 1 && only !== undefined) return this.send(only);
    // Corks are counted: within a batch it stays corked until the end of that.
    this.#raw.cork();
    for (const frame of frames) this.send(frame);
    this.#raw.uncork();
  }

  uncork(): void {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.#raw.uncork();
  }

  /** Tells the client what it did wrong and ends the connection. */
  refuse(error: SocketError, closeCode: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#write(this.#dialect.errorText(error));
    this.close(closeCode, reason);
  }

  /** Says goodbye; the client gets `closeTimeoutMs` to answer. Nothing is sent or received after it. */
  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.endedByVenue = true;
    this.#ws.close(code, reason.slice(0, REASON_MAX));
    this.#closed();
  }

  /** Ends it at once. */
  terminate(): void {
    this.endedByVenue = true;
    // A reset, where there is TCP: the system would go on keeping megabytes for a peer that does not read.
    if (this.#raw instanceof Socket && this.#raw.remoteFamily !== undefined) this.#raw.resetAndDestroy();
    else this.#ws.terminate();
    this.#closed();
  }

  /** Counts what the client has made the venue do; one whose address is over its share is ended, and the answer false. */
  spend(cost: number): boolean {
    if (!this.#isOpen) return false;
    if (this.#group.costs.spend(this.#address, cost)) return true;
    this.#refuseMore(`too much from this address: wait ${this.#group.limits.messageWindowMs / 1000} s`);
    return false;
  }

  /** Asks for a sign of life; one that gave none since the last time is ended. */
  ping(): void {
    if (!this.#isAlive) return this.terminate();
    this.#isAlive = false;
    this.#ws.ping();
  }

  #write(data: Buffer | string): void {
    if (!this.#begin()) return;
    this.#ws.send(data, TEXT, this.#flushed);
  }

  /** Counts a frame that is about to be sent; false when nothing can be. */
  #begin(): boolean {
    if (!this.#isOpen) return false;
    if (this.#group.isBatching && !this.#isCorked) {
      this.#isCorked = true;
      this.#raw.cork();
      this.#group.corked.push(this);
    }
    this.frames++;
    return true;
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#isAlive = true;
    if (!this.#isOpen || !this.#mayReceive()) return;
    if (isBinary) {
      return this.refuse({ code: 'binary', message: 'messages are text' }, CLOSE.unsupported, 'messages are text');
    }
    const text = String(data);
    // Clients of the ecosystem write it in either case.
    if (text === 'PING' || text === 'ping') {
      const { pong } = this.#dialect;
      return pong === null || !this.#isCurrent() ? undefined : this.#write(pong);
    }
    if (!this.#isCurrent()) return;
    this.#try(() => this.#owner?.receive(text));
  }

  /** False when what this node shows may be old, which ends the connection, or when that could not be found out. */
  #isCurrent(): boolean {
    return this.#try(() => this.#group.checkCurrent()) && this.#isOpen;
  }

  #try(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#group.fault(error);
      this.close(CLOSE.internal, 'internal error');
      return false;
    }
  }

  #mayReceive(): boolean {
    if (!this.#isOpen) return false;
    const { limits, clock } = this.#group;
    const now = clock();
    if (now - this.#windowStart >= limits.messageWindowMs) {
      this.#windowStart = now;
      this.#windowMessages = 0;
    }
    this.#windowMessages++;
    if (this.#windowMessages <= limits.messagesMax) return this.spend(1);
    this.#refuseMore(`at most ${limits.messagesMax} messages in ${limits.messageWindowMs / 1000} s`);
    return false;
  }

  #refuseMore(message: string): void {
    this.refuse({ code: 'too_many_messages', message }, CLOSE.tooManyMessages, message);
    // What it goes on sending is not even looked at.
    this.#ws.pause();
  }

  #closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#owner?.closed();
  }
}
