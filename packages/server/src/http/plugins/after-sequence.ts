/**
 * Clients of a venue with several nodes see what they have been told, at whichever node: an answer says how far the node is, and
 * a request that names an entry waits until the node has it, for a bounded time.
 */
import { AFTER_SEQUENCE_HEADER, parseSequence, SEQUENCE_HEADER } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import { ExchangeUnavailable } from '../../ports/exchange.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { VenueView } from '../../ports/venue-view.ts';
import { badRequest } from '../../wire/failure.ts';
import { sendFailure } from './answers.ts';

/** A node that follows is behind by milliseconds, and one that has just been cut off for good. */
const WAIT_MS_MAX = 5_000;
const LOOK_MS = 5;

export function registerAfterSequence(app: FastifyInstance, view: VenueView, runtime: Runtime): void {
  const { clock, timers } = runtime;
  app.addHook('onRequest', (request, reply, done) => {
    const text = request.headers[AFTER_SEQUENCE_HEADER];
    if (text === undefined) return done();
    const wanted = parseSequence(String(text));
    if (wanted === null) {
      const problem = badRequest(`${AFTER_SEQUENCE_HEADER} must be the number of an entry, as ${SEQUENCE_HEADER} was`);
      return void sendFailure(reply, problem, request.routeOptions.config.errorShape ?? 'plain');
    }
    const endMs = clock.monotonicMs() + WAIT_MS_MAX;
    const look = (): void => {
      if (view.state.sequence >= wanted) return done();
      if (clock.monotonicMs() > endMs) return done(new ExchangeUnavailable(`this node is not at entry ${wanted} yet`));
      timers.after(LOOK_MS, look);
    };
    look();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header(SEQUENCE_HEADER, view.state.sequence);
    done(null, payload);
  });
}
