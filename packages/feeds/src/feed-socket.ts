/**
 * One WebSocket of the feeds: counts incoming data, answers pings, batches writes, and ends the connection with a code
 * and a reason. The meaning of messages is its owner's business.
 */
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FramePass } from '@bellwether/gateway/http/extension.ts';
import type { RawData, WebSocket } from 'ws';
import type { AddressCosts } from './address-shares.ts';
import { CLOSE, type FeedLimits } from './limits.ts';

/** Owner of a socket, which handles the messages of the client. */
export interface SocketOwner {
  /** Takes a text message that is no `PING`. */
  receive(text: string): void;
  /** Called when buffered data has been written. */
  flushed(): void;
  /** Called once, when nothing more will arrive. */
  closed(): void;
}

/** Frames that the socket sends by itself, in the format of its feed. */
export interface SocketDialect {
  /** Answer to a text `PING`; null if clients of the feed do not accept such a frame. */
  readonly pong: string | null;
  /** Formats an error as a frame that the feed's clients can read. */
  errorText(error: SocketError): string;
}

export type SocketError = { readonly code: string; readonly message: string };

export const FEED_DIALECT: SocketDialect = {
  pong: 'PONG',
  errorText: (error) => JSON.stringify({ event_type: 'error', ...error }),
};

/** Parts that all sockets of the feeds share. */
export interface SocketGroup {
  readonly limits: FeedLimits;
  /** Milliseconds on a monotonic clock. */
  readonly clock: () => number;
  /** True while entries of one batch are published: writes are held back until `uncork`. */
  isBatching: boolean;
  readonly corked: FeedSocket[];
  readonly costs: AddressCosts;
  /** Costs of unsolicited data beyond ordinary news, by address. */
  readonly pushes: AddressCosts;
  connectionsOf(address: string): number;
  /** Closes all sockets if the data of this node may be out of date. */
  checkCurrent(): void;
  /** Called when a message handler threw. */
  fault(error: unknown): void;
}

/** Bytes that cost as much as one message. */
const BYTES_PER_UNIT = 64;

/** Characters of the longest reason, in ASCII; a close frame holds 123 bytes. */
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
  /** Ping intervals since the last pong. */
  #unconfirmed = 0;
  #isCorked = false;
  /** True while a message of the client is handled. */
  #isReceiving = false;
  #isOpen = true;
  #windowStart: number;
  #windowMessages = 0;
  readonly #flushed = (): void => this.#owner?.flushed();
  /** Frames sent, for the metrics. */
  frames = 0;
  /** True once the venue has ended the connection, for any reason. */
  endedByVenue = false;

  /** `address` bears the costs. `pass` injects faults into sent frames; null: none. */
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
    // Parts of messages and invalid frames show up nowhere else.
    raw.on('data', (chunk: Buffer) => this.spend(chunk.length / BYTES_PER_UNIT));
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary));
    ws.on('ping', (data) => {
      // Any frame is a sign of life: some clients never answer a ping with a pong.
      this.#isAlive = true;
      if (this.#mayReceive() && this.#isCurrent()) ws.pong(data);
    });
    ws.on('pong', () => {
      this.#isAlive = true;
      this.#unconfirmed = 0;
    });
    ws.on('close', () => this.#closed());
    // Called for messages over the limit and broken frames. `ws` closes with their code; 'close' follows.
    ws.on('error', () => {
      this.endedByVenue = true;
    });
  }

  /** Sets the owner, which is called from now on. */
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

  /** True if more than `bytesMax` is waiting, or more than this connection's share of its address's limit. */
  isBehind(bytesMax: number): boolean {
    const waiting = this.bufferedBytes;
    if (waiting === 0) return false;
    const share = this.#group.limits.bufferedBytesPerAddressMax / this.#group.connectionsOf(this.#address);
    return waiting > Math.min(bytesMax, share);
  }

  /** Counts the cost of unsolicited data. Returns false if the address has exceeded its share. */
  mayPush(cost: number): boolean {
    return this.#group.pushes.spend(this.#address, cost);
  }

  send(data: Buffer | string): void {
    if (this.#pass === null) return this.#write(data);
    this.#pass(
      data,
      (frame) => this.#write(frame),
      () => this.terminate(),
      this.#isReceiving,
    );
  }

  /** Sends one message in two parts, so that bytes shared by many sockets are not copied for each. */
  sendParts(shared: Buffer, own: Buffer): void {
    if (this.#pass !== null) return this.send(Buffer.concat([shared, own]));
    if (!this.#begin()) return;
    this.#ws.send(shared, TEXT_PART);
    this.#ws.send(own, TEXT, this.#flushed);
  }

  /** Sends several frames, in one write where the system takes it. */
  sendAll(frames: readonly (Buffer | string)[]): void {
    const [only] = frames;
    if (frames.length === 1 && only !== undefined) return this.send(only);
    // Corks are counted: within a batch the socket stays corked until the batch ends.
    this.#raw.cork();
    for (const frame of frames) this.send(frame);
    this.#raw.uncork();
  }

  uncork(): void {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.#raw.uncork();
  }

  /** Sends an error to the client and ends the connection. */
  refuse(error: SocketError, closeCode: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#write(this.#dialect.errorText(error));
    this.close(closeCode, reason);
  }

  /** Closes the connection; the client gets `closeTimeoutMs` to answer. Nothing is sent or received afterwards. */
  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.endedByVenue = true;
    this.#ws.close(code, reason.slice(0, REASON_MAX));
    this.#closed();
  }

  terminate(): void {
    this.endedByVenue = true;
    // A TCP connection is reset: otherwise the system keeps megabytes for a peer that does not read.
    if (this.#raw instanceof Socket && this.#raw.remoteFamily !== undefined) this.#raw.resetAndDestroy();
    else this.#ws.terminate();
    this.#closed();
  }

  /** Counts a cost that the client caused. If its address exceeds its share, ends the connection and returns false. */
  spend(cost: number): boolean {
    if (!this.#isOpen) return false;
    if (this.#group.costs.spend(this.#address, cost)) return true;
    this.#refuseMore(`too much from this address: wait ${this.#group.limits.messageWindowMs / 1000} s`);
    return false;
  }

  /**
   * Sends a ping. Ends the connection if nothing has arrived since the last one. A client that answers with other frames
   * than pongs gets pings rarely, because its library may count them: `ws` ends a connection with 60 unfinished pongs.
   * A pong in between needs no answer, and proxies see traffic.
   */
  ping(): void {
    if (!this.#isAlive) return this.terminate();
    const { unconfirmedPingsMax, rarePingEvery } = this.#group.limits;
    const unconfirmed = this.#unconfirmed++;
    if (unconfirmed >= unconfirmedPingsMax && unconfirmed % rarePingEvery !== 0) return this.#ws.pong();
    this.#isAlive = false;
    this.#ws.ping();
  }

  #write(data: Buffer | string): void {
    if (!this.#begin()) return;
    this.#ws.send(data, TEXT, this.#flushed);
  }

  /** Counts a frame that is about to be sent. Returns false if the connection has ended. */
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
    // Clients of the ecosystem write PING in either case.
    if (text === 'PING' || text === 'ping') {
      const { pong } = this.#dialect;
      return pong === null || !this.#isCurrent() ? undefined : this.#write(pong);
    }
    if (!this.#isCurrent()) return;
    this.#isReceiving = true;
    this.#try(() => this.#owner?.receive(text));
    this.#isReceiving = false;
  }

  /** Returns false if this node's data may be out of date, which ends the connection, or if the check failed. */
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
    // Further data of the client is not even read.
    this.#ws.pause();
  }

  #closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#owner?.closed();
  }
}
