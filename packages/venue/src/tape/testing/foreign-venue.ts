/** A venue of another kind: one market, and a market feed that sends any frames. */
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export const FOREIGN_MARKET = {
  condition_id: '0xab',
  market_slug: 'rain',
  question: 'Rain?',
  tokens: [
    { token_id: '1', outcome: 'Yes' },
    { token_id: '2', outcome: 'No' },
  ],
};

/** `connections`: the frames that each connection gets, one after the other; `market`: the answer about any market. */
export async function startForeignVenue(connections: readonly (readonly string[])[], market: unknown = FOREIGN_MARKET) {
  const sockets = new Set<Duplex>();
  const left = [...connections];
  const server = createServer((_request, response) => void response.end(JSON.stringify(market)));
  server.on('upgrade', ({ headers }, socket) => {
    sockets.add(socket);
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = hash('sha1', key, 'base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    // The first frame of the client is its subscription.
    socket.once('data', () => {
      for (const text of left.shift() ?? []) socket.write(textFrame(text));
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const header = Buffer.of(0x81, 126, 0, 0);
  header.writeUInt16BE(bytes.length, 2);
  return bytes.length < 126 ? Buffer.concat([Buffer.of(0x81, bytes.length), bytes]) : Buffer.concat([header, bytes]);
}
