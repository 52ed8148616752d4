/**
 * A listener that answers and does nothing for it, as a process of its own: what attacks cost a machine by being sent and
 * read. Told how large its answers are; says its port.
 */
import { createServer, type Socket } from 'node:net';

/** How it answers. */
export interface Answers {
  readonly bytes: number;
  /** Ends a WebSocket on which something arrives. */
  readonly cutsOff: boolean;
}

const HEAD_END = '\r\n\r\n';
/** Stops reading from a connection that leaves more than this unread. */
const UNREAD_MAX = 256 * 1024;

let answers: Answers = { bytes: 0, cutsOff: false };
let answer = Buffer.alloc(0);

process.on('message', (message: Answers) => {
  answers = message;
  const body = Math.max(2, Math.round(message.bytes) - 300);
  // About as much head as the venue's.
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body}\r\nx-padding: ${'x'.repeat(230)}${HEAD_END}`;
  answer = Buffer.concat([Buffer.from(head), Buffer.alloc(body, ' ')]);
  process.send?.('set');
});
process.on('disconnect', () => process.exit());

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined);
  let rest: Buffer = Buffer.alloc(0);
  let isFeed = false;
  socket.on('data', (chunk: Buffer) => {
    if (isFeed) {
      if (answers.cutsOff) socket.destroy();
      return;
    }
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    let replies = 0;
    for (;;) {
      const end = rest.indexOf(HEAD_END, at);
      if (end < 0) break;
      const head = rest.toString('latin1', at, end);
      if (/\r\nupgrade: websocket/i.test(head)) {
        isFeed = true;
        socket.write(`HTTP/1.1 101 Switching Protocols${HEAD_END}`);
        return;
      }
      const length = end + HEAD_END.length + Number(/\r\ncontent-length: *([0-9]+)/i.exec(head)?.[1] ?? 0);
      if (rest.length < length) break;
      at = length;
      replies++;
    }
    rest = rest.subarray(at);
    reply(socket, replies);
  });
});

function reply(socket: Socket, replies: number): void {
  for (let count = 0; count < replies; count++) {
    if (socket.writableLength > UNREAD_MAX) {
      socket.pause();
      socket.once('drain', () => {
        socket.resume();
        reply(socket, replies - count);
      });
      return;
    }
    socket.write(answer);
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
