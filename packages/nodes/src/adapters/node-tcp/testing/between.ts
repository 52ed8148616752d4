/** A proxy between two nodes that can alter each chunk of bytes on its way. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { parseNodeAddress } from '../tcp-network.ts';

/** Returns the bytes to pass on; null ends the connection. */
type Alter = (chunk: Buffer) => Buffer | null;

const asItIs: Alter = (chunk) => chunk;

/** Address for the caller, and the connection to the node once the caller has connected. */
export async function between(node: string, { toNode = asItIs, toCaller = asItIs }) {
  const { host = '', port = 0 } = parseNodeAddress(node) ?? {};
  const there = Promise.withResolvers<Socket>();
  const server = createServer((caller) => {
    const socket = connect(port, host);
    pipe(socket, caller, toCaller);
    pipe(caller, socket, toNode);
    there.resolve(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, there: there.promise };
}

function pipe(from: Socket, to: Socket, alter: Alter): void {
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
  from.on('data', (chunk: Buffer) => {
    const altered = alter(chunk);
    if (altered === null) from.destroy();
    else to.write(altered);
  });
}
