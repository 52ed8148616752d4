/**
 * Passes the listening socket of a server to another server of this process. The other server then accepts connections
 * that are established but not accepted yet. Closing the socket would reset those, even with another server on the same
 * port.
 */
import type { Server } from 'node:net';
import { Server as HttpServer } from '@bellwether/gateway/http/node-http.ts';

/**
 * Node keeps the handle of a listening server here, and accepts one as the `handle` of `listen`. null: not listening.
 */
interface Listening {
  _handle: object | null;
}

const ofNode = (server: Server): Listening => server as unknown as Listening;

/**
 * Returns the handle with which another server can listen. That server accepts connections from then on; this one must
 * `letGo` before it closes.
 */
export function handleOf(server: Server): object {
  const handle = ofNode(server)._handle;
  if (handle === null) throw new Error('the server does not listen');
  return handle;
}

/**
 * Stops a server from listening; the socket stays open for its other holder. Connections stay until the server closes.
 */
export function letGo(server: Server): void {
  ofNode(server)._handle = null;
  // Node's own `close` would report an error, because the server does not listen.
  server.close = (closed) => {
    if (closed !== undefined) server.once('close', () => closed());
    return HttpServer.prototype.close.call(server);
  };
}

/** Takes a handed-over socket back: `to` listens again and `from` no longer does. */
export function giveBack(from: Server, to: Server): void {
  const handle = handleOf(from);
  letGo(from);
  ofNode(to)._handle = null;
  to.listen({ handle });
}
