/** From the server of a branch that was left to that of the branch that clients trade on. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { heirOf, passUpgrades } from '../../http/plugins/upgrades.ts';
import { letGo } from '../listener-handle.ts';

/** Resolves when all requests that came to a server whose branch was left are answered. */
export type WhenAnswered = () => Promise<void>;

/** What comes on connections of one server from now on is answered by another one, and each connection ends with an answer. */
export function handOver(from: Server, to: Server): WhenAnswered {
  let unanswered = 0;
  let heard: (() => void) | null = null;
  const answer = from.listeners('request').at(-1) as (request: IncomingMessage, response: ServerResponse) => void;
  from.off('request', answer);
  from.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('connection', 'close');
    unanswered++;
    response.once('close', () => {
      unanswered--;
      if (unanswered === 0) heard?.();
    });
    // There may be a newer branch by now.
    heirOf(to).emit('request', request, response);
  });
  // Only the server that has a connection can stop reading requests from it.
  passUpgrades(from, to);
  stopListening(from);
  return () =>
    new Promise((resolve) => {
      heard = resolve;
      if (unanswered === 0) resolve();
    });
}

/** New connections are the other one's; those that are open stay so, idle ones too, since a client may be about to ask. */
function stopListening(server: Server): void {
  let isGone = false;
  server.once('close', () => {
    isGone = true;
  });
  letGo(server);
  NetServer.prototype.close.call(server);
  // Of a server that does not listen the framework would hear that it does not run.
  server.close = (done) => {
    server.closeIdleConnections();
    if (isGone) done?.();
    else server.once('close', () => done?.());
    return server;
  };
}
