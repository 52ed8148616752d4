/** A minimal-cost WebSocket client: it skips over frames without parsing them and answers pings. */
import { connect, type Socket } from 'node:net';
import { clientFrame, upgradeTo } from '../shared/web-socket.ts';

const READ_BYTES = 64 * 1024;
const OPCODE_PING = 9;
/** An empty frame, masked with zeros. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const LENGTH_16 = 126;

export class CountingSocket {
  readonly ready: Promise<void>;
  readonly #socket: Socket;
  readonly #opened = Promise.withResolvers<void>();
  #isUpgraded = false;
  /** Bytes of the current payload that have not arrived yet. */
  #left = 0;
  /** Partial header of the answer or of a frame. */
  #head: Buffer = Buffer.alloc(0);
  /** Number of text frames that have begun. */
  frames = 0;

  constructor(port: number, path: string, subscription: string | null) {
    this.ready = this.#opened.promise;
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const callback = (length: number): boolean => {
      this.#read(buffer.subarray(0, length));
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    this.#socket.write(upgradeTo(path));
    this.#socket.on('error', (error) => this.#opened.reject(error));
    if (subscription !== null) void this.ready.then(() => this.#socket.write(clientFrame(0x81, subscription)));
  }

  #read(chunk: Buffer): void {
    if (this.#isUpgraded) return this.#walk(chunk);
    this.#head = Buffer.concat([this.#head, chunk]);
    const end = this.#head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const rest = this.#head.subarray(end + 4);
    if (!this.#head.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error('no upgrade to a WebSocket');
    this.#head = Buffer.alloc(0);
    this.#isUpgraded = true;
    this.#opened.resolve();
    this.#walk(rest);
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
      const known = this.#head.length;
      const bytes = known === 0 ? chunk.subarray(at) : Buffer.concat([this.#head, chunk.subarray(at)]);
      const short = bytes[1] ?? 0;
      const length = short < LENGTH_16 ? 2 : short === LENGTH_16 ? 4 : 10;
      if (bytes.length < length) {
        this.#head = Buffer.from(bytes);
        return;
      }
      this.#head = Buffer.alloc(0);
      at += length - known;
      this.#left = length === 2 ? short : length === 4 ? bytes.readUInt16BE(2) : bytes.readUIntBE(4, 6);
      if (((bytes[0] ?? 0) & 0x0f) === OPCODE_PING) this.#socket.write(PONG);
      else this.frames++;
    }
  }
}
