/** The client's side of a WebSocket, in bytes. */
import { randomBytes } from 'node:crypto';

export const upgradeTo = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: venue\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
  `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`;

/** A masked client frame; `first` is its first byte. */
export function clientFrame(first: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head =
    payload.length < 126
      ? Buffer.from([first, 0x80 | payload.length])
      : Buffer.from([first, 0xfe, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ (mask[at % 4] as number))]);
}
