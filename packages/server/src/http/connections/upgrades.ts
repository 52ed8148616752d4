/**
 * WebSocket upgrades as requests: they go through the same router and hooks as every other, so that the client's address
 * and every refusal are the same. The handler that takes one over hijacks the reply; everything else is answered and closed.
 */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.ts';
import { hasBody } from './messages.ts';

/** The connection of an upgrade request, and what the client sent behind its headers. */
export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

const PREFIX = '/ws/';
const upgrades = new WeakMap<IncomingMessage, Upgrade>();
const routings = new WeakMap<Server, FastifyInstance['routing']>();
/** Servers whose routes answer the upgrades of others. */
const heirs = new WeakMap<Server, Server>();

/**
 * True for what may become a WebSocket; everything else with an `Upgrade` header is a request like any other. `target` is
 * the request's as the venue's own routes spell it, until it is routed. With a body it may not: the other protocol would
 * begin in the middle of a request.
 */
export function mayUpgrade(request: IncomingMessage, target = request.url ?? ''): boolean {
  return request.method === 'GET' && target.startsWith(PREFIX) && isWebSocket(request) && !hasBody(request);
}

/** True for a request that asks for a WebSocket, wherever. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** The connection to take over, or undefined for a request that asks for no upgrade. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/**
 * Has the routes of another server answer the upgrades of this one, which lets go of its connections itself as ever; or those of the
 * server that answers for the other one by then.
 */
export function passUpgrades(from: Server, to: Server): void {
  heirs.set(from, to);
}

/** The server that answers for this one: itself, unless its upgrades were passed on. */
export function heirOf(server: Server): Server {
  const heir = heirs.get(server);
  return heir === undefined ? server : heirOf(heir);
}

/** Routes upgrade requests of the server. */
export function registerUpgrades(app: FastifyInstance, connections: Connections): void {
  routings.set(app.server, app.routing);
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.set(request, { socket, head: Buffer.concat([head, connections.release(socket as Socket)]) });
    const response = new ServerResponse(request);
    // The server's parser has let go of the connection: nothing can follow this answer.
    response.shouldKeepAlive = false;
    response.on('finish', () => {
      socket.end();
      connections.partWith(socket as Socket);
    });
    // One answer at a time has the socket.
    connections.afterAnswers(socket as Socket, () => {
      response.assignSocket(socket as Socket);
      (routings.get(heirOf(app.server)) ?? app.routing)(request, response);
    });
  });
}
