/** Reads the answers on one connection, one behind the other, by status; bodies are counted and not kept. */
import type { Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** Calls `onAnswer` for each complete answer. */
export function readAnswers(socket: Socket, onAnswer: (status: number) => void): void {
  let text = '';
  let status = 0;
  /** Of the body, still to come; null while the head is. */
  let left: number | null = null;
  socket.on('data', (chunk: Buffer) => {
    let at = 0;
    while (at < chunk.length) {
      if (left === null) {
        text += chunk.toString('latin1', at);
        const end = text.indexOf(HEAD_END);
        if (end < 0) return;
        const head = text.slice(0, end);
        status = Number(head.slice(9, 12));
        left = Number(/\r\ncontent-length: *([0-9]+)/i.exec(head)?.[1] ?? 0);
        at = chunk.length - (text.length - end - HEAD_END.length);
        text = '';
      }
      const body = Math.min(left, chunk.length - at);
      left -= body;
      at += body;
      if (left > 0) return;
      left = null;
      onAnswer(status);
    }
  });
}
