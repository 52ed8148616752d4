/** Connections to one gateway of a venue: the kernel decides which one takes a connection, and does not say. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readGatewayTimes } from '../shared/thread-times.ts';

/** Requests over a connection that show whose thread they keep busy. */
const ASKED = 10;

/** Opens so many that gateway `gateway` takes, by what `request` costs the thread of each; the others are closed again. */
export async function openLines(
  { port, pid }: { readonly port: number; readonly pid: number },
  gateway: number,
  count: number,
  request: Buffer,
): Promise<Socket[]> {
  const lines: Socket[] = [];
  while (lines.length < count) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    await ask(socket, request);
    const before = readGatewayTimes(pid);
    for (let asked = 0; asked < ASKED; asked++) await ask(socket, request);
    const taken = readGatewayTimes(pid).map((ms, at) => ms - (before[at] ?? 0));
    if (taken.indexOf(Math.max(...taken)) === gateway) lines.push(socket);
    else socket.destroy();
  }
  return lines;
}

/** Answers of a book are small: one piece each. */
async function ask(socket: Socket, request: Buffer): Promise<void> {
  socket.write(request);
  await once(socket, 'data');
}
