/**
 * The socket that a server listens on, given to another server of this process: who has connected and was not taken yet is taken by
 * the other one. Were it closed instead, those connections would be reset, though another server listens at the same port.
 */
import { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Node keeps it there, and takes it as the `handle` of `listen`; null while a server does not listen. */
interface Listening {
  _handle: object | null;
}

const ofNode = (server: Server): Listening => server as unknown as Listening;

/** What another server listens with. From then on that one takes the connections; this one has to `letGo` before it closes. */
export function handleOf(server: Server): object {
  const handle = ofNode(server)._handle;
  if (handle === null) throw new Error('the server does not listen');
  return handle;
}

/** It listens no more, and the socket goes on in the hands of who has it as well. Its connections stay until it is closed. */
export function letGo(server: Server): void {
  ofNode(server)._handle = null;
  // Node would say that it does not run, since it does not listen.
  server.close = (closed) => {
    if (closed !== undefined) server.once('close', () => closed());
    return HttpServer.prototype.close.call(server);
  };
}

/** Gives back what was given: `to` listens again and `from` no more. */
export function giveBack(from: Server, to: Server): void {
  const handle = handleOf(from);
  letGo(from);
  ofNode(to)._handle = null;
  to.listen({ handle });
}
