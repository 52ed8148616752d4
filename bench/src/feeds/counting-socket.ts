/**
 * A WebSocket client that costs as little as one can: it walks over frames without looking into them and answers pings.
 * It shares the machine with what is measured.
 */
import { connect, type Socket } from 'node:net';

const READ_BYTES = 64 * 1024;
const TEXT_MASKED = 0x81;
const OPCODE = 0x0f;
const OPCODE_PING = 9;
/** Empty, masked with zeros. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const LENGTH_16 = 126;
const LENGTH_64 = 127;

export class CountingSocket {
  readonly ready: Promise<void>;
  readonly #socket: Socket;
  readonly #opened = Promise.withResolvers<void>();
  #isUpgraded = false;
  #text = '';
  /** Bytes of the current payload that have not come yet. */
  #left = 0;
  /** The beginning of a header that has not come as a whole. */
  #head: Buffer = Buffer.alloc(0);
  isOpen = true;
  /** Text frames that came whole. */
  frames = 0;

  constructor(port: number, path: string, subscription: string | null) {
    this.ready = this.#opened.promise;
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const callback = (length: number): boolean => {
      this.#read(buffer.subarray(0, length));
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    this.#socket.on('connect', () => this.#socket.write(upgradeRequest(path)));
    this.#socket.on('error', (error) => this.#opened.reject(error));
    this.#socket.on('close', () => {
      this.isOpen = false;
    });
    if (subscription !== null) void this.ready.then(() => this.#socket.write(textFrame(subscription)));
  }

  /** Reads nothing from now on. */
  pause(): void {
    this.#socket.pause();
  }

  #read(chunk: Buffer): void {
    if (this.#isUpgraded) return this.#walk(chunk);
    this.#text += chunk.toString('latin1');
    const end = this.#text.indexOf('\r\n\r\n');
    if (end < 0) return;
    if (!this.#text.startsWith('HTTP/1.1 101')) throw new Error(`no upgrade: ${this.#text.slice(0, 200)}`);
    this.#isUpgraded = true;
    this.#opened.resolve();
    this.#walk(Buffer.from(this.#text.slice(end + 4), 'latin1'));
  }

  #walk(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, chunk.length - at);
        this.#left -= step;
        at += step;
        continue;
      }
      const bytes = this.#head.length === 0 ? chunk.subarray(at) : Buffer.concat([this.#head, chunk.subarray(at)]);
      const header = readHeader(bytes);
      if (header === null) {
        this.#head = Buffer.from(bytes);
        return;
      }
      at += header.length - this.#head.length;
      this.#head = Buffer.alloc(0);
      this.#left = header.payload;
      if (header.opcode === OPCODE_PING) this.#socket.write(PONG);
      else this.frames++;
    }
  }
}

function readHeader(bytes: Buffer): { opcode: number; length: number; payload: number } | null {
  const short = bytes[1];
  if (short === undefined) return null;
  const opcode = (bytes[0] ?? 0) & OPCODE;
  if (short < LENGTH_16) return { opcode, length: 2, payload: short };
  const length = short === LENGTH_64 ? 10 : 4;
  if (bytes.length < length) return null;
  return { opcode, length, payload: short === LENGTH_64 ? bytes.readUIntBE(4, 6) : bytes.readUInt16BE(2) };
}

function upgradeRequest(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\nsec-websocket-version: 13\r\n\r\n`;
}

/** A masked text frame; the mask is all zeros. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(8);
  head[0] = TEXT_MASKED;
  head[1] = 0x80 | LENGTH_16;
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
