/**
 * Cost of a request: the units that its route declares, which the caps count before it is served, and the CPU time of
 * its read, which is charged afterwards if it is more.
 */
import { BODY_BYTES_MAX, costOf, type Route } from '@bellwether/contract';
import type { Asker } from '@bellwether/ports/reader.ts';
import type { FastifyRequest } from 'fastify';
import type { Client } from '../../limits/client.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Plan } from '../../limits/rows.ts';
import { encodingsOf } from './answers.ts';
import { bodyBytes } from './body.ts';
import { requestOrigin } from './client-address.ts';

/** The units that a request was charged, and the clients that were charged. */
export interface Bill {
  readonly limiter: Limiter;
  readonly clients: readonly Client[];
  readonly plan: Plan;
  readonly units: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null if the route counts no work, or if caps are off. */
    bill: Bill | null;
  }
  interface FastifyContextConfig {
    route?: Route;
    /** True if unknown dates in the route's answers are null. */
    publicWords?: boolean;
  }
}

/**
 * Units that a request counts; 1 if its route declares no cost. Until its body is read, the announced length counts.
 * `owned`: markets in which the caller owns anything, for a route whose answer shows them.
 */
export function unitsOf(request: FastifyRequest, route: Route, owned = 0): number {
  if (route.cost === undefined) return 1;
  const query = (request.query ?? {}) as Readonly<Record<string, string | readonly string[] | undefined>>;
  return costOf(route, { query, bodyBytes: bytesOf(request, route), owned });
}

function bytesOf(request: FastifyRequest, { method, bodyBytesMax = BODY_BYTES_MAX }: Route): number {
  if (method === 'GET') return 0;
  const { length } = bodyBytes(request);
  if (length > 0) return length;
  const { 'content-length': stated, 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined) return bodyBytesMax;
  return Math.min(Number(stated ?? 0) || 0, bodyBytesMax);
}

/** The client for whom a reader thread works, and the cost that the request declares. */
export function askerOf(request: FastifyRequest): Asker {
  const { route, publicWords = false } = request.routeOptions.config;
  const units = route?.cost === undefined ? 0 : unitsOf(request, route);
  // Answers for one account are never compressed: see `encodingsOf`.
  const encoding = route?.auth === 'none' ? (encodingsOf(request)[0] ?? null) : null;
  const { bill } = request;
  return {
    client: requestOrigin(request).address,
    units,
    encoding,
    publicWords,
    overdrawn: () => bill?.limiter.overdrawn(bill.clients, bill.plan) ?? null,
  };
}

/** Work around a read, in the gateway and the runtime: a share of the read's own CPU, plus a constant. */
const AROUND_SHARE = 0.3;
const AROUND_MS = 0.5;

/** Units of a read that took this much CPU. */
export const workOf = (cpuMs: number): number => Math.ceil(cpuMs * (1 + AROUND_SHARE) + AROUND_MS);

/** Charges the part of a read's cost that exceeds the request's bill. */
export function chargeWork({ bill }: FastifyRequest, cpuMs: number): void {
  if (bill === null) return;
  const more = workOf(cpuMs) - bill.units;
  if (more > 0) bill.limiter.charge(bill.clients, bill.plan, more);
}
