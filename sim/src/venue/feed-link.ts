/**
 * A WebSocket of the simulated world: the gateway's end, in the form in which `ws` hands it to the feeds, and the
 * client's end. If a client does not read, bytes pile up at the gateway.
 */
import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Dice } from '../dice/dice.ts';
import type { SimProcess } from '../runtime/sim-process.ts';

const ABNORMAL = 1006;
/** Maximum messages that a client reads at once, so that a backlog shrinks gradually. */
const READ_AT_ONCE_MAX = 8;

export class FeedLink {
  onFrame: (text: string) => void = () => undefined;
  onClose: (code: number, reason: string) => void = () => undefined;
  isOpen = true;
  /** Stand-ins for a socket of `ws` and for the stream under it, as the feeds use them. */
  readonly ws = new GatewayEnd(this);
  readonly raw: Duplex = Object.assign(new EventEmitter(), { cork() {}, uncork() {} }) as unknown as Duplex;
  /** Bytes that the gateway has written and the client has not read. */
  waitingBytes = 0;
  readonly #process: SimProcess;
  readonly #dice: Dice;
  readonly #waiting: { readonly text: string; readonly written: () => void }[] = [];
  #isPaused = false;
  #isReading = false;
  #lastSentMs = 0;

  constructor(process: SimProcess, dice: Dice) {
    this.#process = process;
    this.#dice = dice;
  }

  send(text: string): void {
    if (!this.isOpen) return;
    const { scheduler } = this.#process;
    this.#lastSentMs = Math.max(this.#lastSentMs, scheduler.nowMs + this.#wayMs());
    const arrive = (): void => {
      if (!this.isOpen || this.ws.isPaused) return;
      this.raw.emit('data', Buffer.from(text));
      this.ws.emit('message', Buffer.from(text), false);
    };
    scheduler.at(this.#lastSentMs, arrive, this.#process);
  }

  /** The client stops reading until `resume`; frames pile up at the gateway. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#read();
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#later(() => this.ws.emit('close', 1000), this.#process);
  }

  /** The gateway's process has ended or has closed the connection. */
  closedByGateway(code = ABNORMAL, reason = ''): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#waiting.length = 0;
    this.waitingBytes = 0;
    this.#later(() => this.onClose(code, reason));
    this.#process.timers.soon(() => this.ws.emit('close', code));
  }

  /** The gateway has written a message. */
  take(text: string, written: () => void): void {
    if (!this.isOpen) return;
    this.#waiting.push({ text, written });
    this.waitingBytes += Buffer.byteLength(text);
    this.#read();
  }

  pinged(): void {
    if (this.isOpen && !this.#isPaused) this.#later(() => this.ws.emit('pong'), this.#process);
  }

  /** Reads a few messages at a time, as long as the client reads. */
  #read(): void {
    if (this.#isReading || this.#isPaused || this.#waiting.length === 0) return;
    this.#isReading = true;
    this.#later(() => {
      this.#isReading = false;
      if (!this.isOpen || this.#isPaused) return;
      for (const { text, written } of this.#waiting.splice(0, 1 + this.#dice.below(READ_AT_ONCE_MAX))) {
        this.waitingBytes -= Buffer.byteLength(text);
        this.onFrame(text);
        this.#process.timers.soon(written);
      }
      this.#read();
    });
  }

  #later(work: () => void, owner: SimProcess | null = null): void {
    const { scheduler } = this.#process;
    scheduler.at(scheduler.nowMs + this.#wayMs(), work, owner);
  }

  #wayMs(): number {
    return 0.2 + this.#dice.fraction() * 3;
  }
}

/** The part of `ws` that the feeds use. */
class GatewayEnd extends EventEmitter {
  isPaused = false;
  readonly #link: FeedLink;
  #parts = '';

  constructor(link: FeedLink) {
    super();
    this.#link = link;
  }

  get bufferedAmount(): number {
    return this.#link.waitingBytes;
  }

  send(data: Buffer | string, options: { readonly fin: boolean }, written: () => void = () => undefined): void {
    this.#parts += String(data);
    if (!options.fin) return;
    this.#link.take(this.#parts, written);
    this.#parts = '';
  }

  ping(): void {
    this.#link.pinged();
  }

  pong(): void {}

  pause(): void {
    this.isPaused = true;
  }

  close(code: number, reason: string): void {
    this.#link.closedByGateway(code, reason);
  }

  terminate(): void {
    this.#link.closedByGateway();
  }
}
