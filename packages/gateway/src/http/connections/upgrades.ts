/**
 * WebSocket upgrades as requests. They pass the same router and hooks as every other request, so that the client's
 * address and all refusals are the same. A handler that takes over an upgrade hijacks the reply; every other reply is
 * sent and the connection closed.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ServerResponse } from '../node-http.ts';
import type { Connections } from './connections.ts';
import { hasBody } from './fairness.ts';

/** The connection of an upgrade request, and the bytes the client sent after its headers. */
export type Upgrade = { readonly socket: Duplex; readonly head: Buffer };

const PREFIX = '/ws/';
const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/**
 * True for requests that may become a WebSocket; any other request with an `Upgrade` header is a normal request.
 * `target` is the request's target in the venue's own spelling, before routing. Requests with a body are excluded,
 * because the other protocol would start in the middle of a request.
 */
export function mayUpgrade(request: IncomingMessage, target = request.url ?? ''): boolean {
  return request.method === 'GET' && target.startsWith(PREFIX) && isWebSocket(request) && !hasBody(request);
}

/** True for a request for a WebSocket upgrade, on any path. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** The connection to take over, or undefined for a request without an upgrade. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

export function registerUpgrades(server: Server, connections: Connections, route: FastifyInstance['routing']): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.set(request, { socket, head: Buffer.concat([head, connections.release(socket as Socket)]) });
    const response = new ServerResponse(request);
    // The server's parser has released the connection, so no request can follow this answer.
    response.shouldKeepAlive = false;
    response.on('finish', () => {
      socket.end();
      connections.partWith(socket as Socket);
    });
    // Only one answer at a time owns the socket.
    connections.afterAnswers(socket as Socket, () => {
      response.assignSocket(socket as Socket);
      route(request, response);
    });
  });
}
