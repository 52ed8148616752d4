/**
 * Trace ids of answers below `/v2/`: each answer has one in a header, errors in the body as well, and the operator's log
 * has the ids of faults. They are derived from a key and a counter, because drawing random numbers for a read would change
 * what is drawn afterwards in a replay.
 */
import { createHmac } from 'node:crypto';
import { DATA_V2_PREFIX, TRACE_HEADER } from '@bellwether/contract';
import type { FastifyReply } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null if the venue's profile has no `/v2/`. */
    traces: Traces | null;
  }
}

const TRACE_HEX_DIGITS = 32;

export class Traces {
  readonly #key: Uint8Array;
  readonly #clock: () => number;
  #made = 0;

  /** `clock`: Unix milliseconds. */
  constructor(key: Uint8Array, clock: () => number) {
    this.#key = key;
    this.#clock = clock;
  }

  /** Trace id of an answer, which it also sets as a header; null for answers elsewhere. */
  readonly of = (reply: FastifyReply): string | null => {
    const { request } = reply;
    const isBelow = request.raw.url?.startsWith(DATA_V2_PREFIX) === true;
    // The router also decodes `/%762/`.
    if (!isBelow && request.routeOptions.config.errorShape !== 'data-v2') return null;
    const known = reply.getHeader(TRACE_HEADER);
    if (typeof known === 'string') return known;
    const count = `${this.#clock()} ${this.#made++}`;
    const id = createHmac('sha256', this.#key).update(count).digest('hex').slice(0, TRACE_HEX_DIGITS);
    reply.header(TRACE_HEADER, id);
    return id;
  };
}

export function createTraces({ settings, credentials, clock }: AppDependencies): Traces | null {
  return settings.differences.has('data-v2') ? new Traces(credentials.keyFor('trace ids'), clock) : null;
}
