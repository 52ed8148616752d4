/**
 * Bytes of a connection before the parser, and a reader for the request head at their beginning. It reads the plain form
 * that nearly all clients send: one line per header, each name once, a length instead of chunks. Anything unusual,
 * ambiguous or wrong is left to the server's own parser, whose reading and refusals count.
 */
import { HEAD_BYTES_MAX, HEADERS_MAX, KEPT_VALUE_LENGTH_MAX, NAMES_MAX } from './limits.ts';

export interface PlainHead {
  readonly method: string;
  /** Request target; begins with a slash. */
  readonly url: string;
  /** Name, value, name, value, … as received. */
  readonly rawHeaders: readonly string[];
  /** Values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Length up to the end of the empty line. */
  readonly headBytes: number;
  readonly bodyBytes: number;
}

const END = Buffer.from('\r\n\r\n');
const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const COLON = 0x3a;
const LAST_VISIBLE = 0x7e;

/** Request lines whose method and target contain only unambiguous characters. */
const REQUEST_LINE = /^(GET|POST|DELETE) (\/[\w\-./?&=%,:~]*) HTTP\/1\.1$/;
const LENGTH = /^(?:0|[1-9][0-9]{0,6})$/;

/** Headers that change how a message is framed or what happens to its connection. */
const UNUSUAL: ReadonlySet<string> = new Set([
  'expect',
  'http2-settings',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Headers whose values may be short secrets: comparing with the last value would take longer the more of it is right.
 */
const NEVER_KEPT: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** True for the bytes of a token (RFC 9110, 5.6.2). */
const IS_TOKEN = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

interface Name {
  readonly sent: string;
  readonly lower: string;
  /** The last value received with this name, if it is short: the next one is often the same. */
  value: string;
}

/** Creates a reader. It remembers header names and recent values, so that most strings are created only once. */
export function createHeadReader(): (bytes: Buffer) => PlainHead | null {
  const names = new Map<string, Name>();

  let line = { text: '', method: '', url: '' };

  const nameOf = (sent: string): Name => {
    const known = names.get(sent);
    if (known !== undefined) return known;
    const name = { sent: Buffer.from(sent, 'latin1').toString('latin1'), lower: sent.toLowerCase(), value: '' };
    if (names.size < NAMES_MAX) names.set(name.sent, name);
    return name;
  };

  return (bytes) => {
    const end = bytes.indexOf(END);
    if (end < 0 || end > HEAD_BYTES_MAX) return null;
    const text = bytes.toString('latin1', 0, end);
    const lineEnd = text.indexOf('\r\n');
    if (lineEnd < 0) return null;
    if (text.slice(0, lineEnd) !== line.text) {
      // Copies the text: a substring would keep the whole text in memory.
      const copy = bytes.toString('latin1', 0, lineEnd);
      const [, method, url] = REQUEST_LINE.exec(copy) ?? [];
      if (method === undefined || url === undefined) return null;
      line = { text: copy, method, url: Buffer.from(url, 'latin1').toString('latin1') };
    }
    const { method, url } = line;
    const rawHeaders: string[] = [];
    const headers: Record<string, string> = {};
    for (let at = lineEnd + 2; at < end; ) {
      let colon = at;
      while (IS_TOKEN[bytes[colon] as number] === 1) colon++;
      if (colon === at || bytes[colon] !== COLON) return null;
      let from = colon + 1;
      while (bytes[from] === SPACE) from++;
      let to = from;
      for (let byte = bytes[to] as number; byte >= SPACE && byte <= LAST_VISIBLE; byte = bytes[to] as number) to++;
      // Only the end of the line may follow: no tab, no byte outside ASCII, no lone CR or LF.
      if (bytes[to] !== CR || bytes[to + 1] !== LF) return null;
      const next = to + 2;
      while (to > from && bytes[to - 1] === SPACE) to--;
      const name = nameOf(text.slice(at, colon));
      const { sent, lower } = name;
      // Names that every object inherits count as already sent.
      if (headers[lower] !== undefined || UNUSUAL.has(lower)) return null;
      let { value } = name;
      if (to - from !== value.length || text.slice(from, to) !== value) {
        value = bytes.toString('latin1', from, to);
        if (value.length <= KEPT_VALUE_LENGTH_MAX && !NEVER_KEPT.has(lower)) name.value = value;
      }
      headers[lower] = value;
      rawHeaders.push(sent, value);
      if (rawHeaders.length > 2 * HEADERS_MAX) return null;
      at = next;
    }
    const bodyBytes = bodyBytesOf(headers);
    if (bodyBytes === null || (headers['host'] ?? '') === '') return null;
    return { method, url, rawHeaders, headers, headBytes: end + END.length, bodyBytes };
  };
}

/** Length of the body; null if the connection is not to be kept alive, or if the length is malformed. */
function bodyBytesOf(headers: Readonly<Record<string, string>>): number | null {
  const { connection, 'content-length': length = '0' } = headers;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return null;
  return LENGTH.test(length) ? Number(length) : null;
}

/** Bytes that the server's parser has not been given. */
export class Inbox {
  #bytes: Buffer | null = null;
  /** Bytes that the parser still needs to complete its request; null once that cannot be determined any more. */
  #owed: number | null = 0;

  get isEmpty(): boolean {
    return this.#bytes === null;
  }

  add(chunk: Buffer): void {
    this.#bytes = this.#bytes === null ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** Removes and returns all bytes. */
  takeAll(): Buffer {
    const bytes = this.#bytes ?? Buffer.alloc(0);
    this.#bytes = null;
    this.#owed = 0;
    return bytes;
  }

  /** Removes and returns at most `bytesMax` bytes, for the parser. */
  takePiece(bytesMax: number): Buffer {
    const bytes = this.#take(bytesMax);
    if (this.#owed !== null) this.#owed = bytes.length <= this.#owed ? this.#owed - bytes.length : null;
    return bytes;
  }

  /**
   * The head of a request that is exactly what has arrived; null if that is unknown, or if other bytes precede or
   * follow it.
   */
  readWhole(read: (bytes: Buffer) => PlainHead | null): PlainHead | null {
    const bytes = this.#bytes;
    if (bytes === null || this.#owed !== 0) return null;
    const head = read(bytes);
    this.#owed = head === null ? null : head.headBytes + head.bodyBytes;
    return this.#owed === bytes.length ? head : null;
  }

  #take(bytesMax: number): Buffer {
    const bytes = this.#bytes ?? Buffer.alloc(0);
    this.#bytes = bytesMax < bytes.length ? bytes.subarray(bytesMax) : null;
    return bytes.subarray(0, bytesMax);
  }
}

/** True if a piece holds no more than the rest of a request's head. */
export const endsWithHead = (piece: Buffer): boolean => piece.indexOf(END) === piece.length - END.length;
