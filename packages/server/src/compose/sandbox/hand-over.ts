/** From the server of a branch that was left to that of the branch that clients trade on. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { heirOf, passUpgrades } from '../../http/connections/upgrades.ts';
import { letGo } from '../listener-handle.ts';

/** How the clients of a server whose branch was left go. */
export interface Leaving {
  /** Resolves when all requests that have come since then are answered. */
  answered(): Promise<void>;
  /** Resolves when no one is connected any more. */
  readonly left: Promise<void>;
}

/** What comes on connections of one server from now on is answered by another one, and each connection ends with an answer. */
export function handOver(from: Server, to: Server): Leaving {
  const left = new Promise<void>((resolve) => from.once('close', resolve));
  const unanswered = new Set<Promise<void>>();
  const answer = from.listeners('request').at(-1) as (request: IncomingMessage, response: ServerResponse) => void;
  from.off('request', answer);
  from.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('connection', 'close');
    const over = new Promise<void>((resolve) => response.once('close', resolve));
    unanswered.add(over);
    void over.then(() => unanswered.delete(over));
    // There may be a newer branch by now.
    heirOf(to).emit('request', request, response);
  });
  // Only the server that has a connection can stop reading requests from it.
  passUpgrades(from, to);
  letGo(from);
  // Connections stay open, idle ones too, since a client may be about to ask: the server says when the last one has gone.
  NetServer.prototype.close.call(from);
  return {
    left,
    answered: async () => {
      while (unanswered.size > 0) await Promise.all(unanswered);
    },
  };
}
