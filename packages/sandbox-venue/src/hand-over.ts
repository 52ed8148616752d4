/** Hands over requests from the server of a branch that was left to the server of the current branch. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { heirOf, passUpgrades } from '@bellwether/gateway/http/connections/upgrades.ts';
import { letGo } from '@bellwether/venue/compose/listener-handle.ts';

/** Progress of the clients that leave the server of a branch. */
export interface Leaving {
  /** Resolves when all requests that arrived since the hand-over are answered. */
  answered(): Promise<void>;
  /** Resolves when no connection is left. */
  readonly left: Promise<void>;
}

/**
 * Has `to` answer everything that arrives on connections of `from`. Each of these connections ends with its next
 * answer.
 */
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
    // A newer branch may answer by now.
    heirOf(to).emit('request', request, response);
  });
  // Only the server that owns a connection can stop reading requests there.
  passUpgrades(from, to);
  letGo(from);
  // Connections stay open, even idle ones, since a client may be about to send a request. 'close' follows the last one.
  NetServer.prototype.close.call(from);
  return {
    left,
    answered: async () => {
      while (unanswered.size > 0) await Promise.all(unanswered);
    },
  };
}
