/**
 * Read-your-writes across the nodes of a venue. An answer says how far the node is, and a request that names an entry
 * waits until the node has it, for a bounded time. The wait comes before any state is read, so that a key created at
 * another node is known, and after the caps of an address.
 */
import { AFTER_SEQUENCE_HEADER, parseSequence, SEQUENCE_HEADER } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import type { Timers } from '../../ports/runtime.ts';
import type { ObservableView } from '../../ports/venue-view.ts';
import { badRequest } from '../../wire/failure.ts';
import { sendFailure } from './answers.ts';
import { requestOrigin } from './client-address.ts';
import { SequenceWaits } from './sequence-waits.ts';

export function registerAfterSequence(app: FastifyInstance, view: ObservableView, timers: Timers): void {
  const waits = new SequenceWaits(view, timers);
  app.addHook('preHandler', (request, reply, done) => {
    const text = request.headers[AFTER_SEQUENCE_HEADER];
    if (text === undefined) return done();
    const wanted = parseSequence(String(text));
    if (wanted === null) {
      const problem = badRequest(`${AFTER_SEQUENCE_HEADER} must be the number of an entry, as ${SEQUENCE_HEADER} was`);
      return void sendFailure(reply, problem, request.routeOptions.config.errorShape ?? 'plain');
    }
    if (view.state.sequence >= wanted) return done();
    const { address } = requestOrigin(request);
    let leave = (): void => undefined;
    // A client that disconnects gives up its slot; one that only half-closes is still answered.
    const hungUp = (): void => leave();
    reply.raw.once('close', hungUp);
    leave = waits.until(wanted, address, (error) => {
      reply.raw.off('close', hungUp);
      request.server.turns.enter(address, () => done(error));
    });
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header(SEQUENCE_HEADER, view.state.sequence);
    done(null, payload);
  });
}
