/**
 * Has requests of clients arrive later than they were sent, and their answers later than they were made. Everything is
 * decided on arrival: signatures, caps, keys, faults.
 */
import { EXPLAIN_ROUTES, type OrderAnswer, type OrderExplanation, SANDBOX_ROUTES } from '@bellwether/contract';
import { connectionOf } from '@bellwether/gateway/http/connections/connection.ts';
import { sendFailure } from '@bellwether/gateway/http/plugins/answers.ts';
import { inOrder, timeText } from '@bellwether/read-model/orders/answer/explained/held-back.ts';
import { RETRY_SECONDS, retryLater } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify';
import { pathOf } from '../faults/http-edge.ts';
import { PLACING } from '../faults/order-answers.ts';
import type { Latency, Trip } from './latency.ts';
import type { Point } from './model.ts';

const EXPLAINING = new Set<unknown>([EXPLAIN_ROUTES.explainOrder, SANDBOX_ROUTES.explainSandboxOrder]);

/** A request that takes time, until its answer is made. */
interface Late {
  readonly ack: Point | null;
  readonly trip: Pick<Trip, 'in' | 'sentMs'> & { arrivedMs: number };
  /** Lets time go on, which waits for the request since it has arrived. */
  readonly release: () => void;
}

/**
 * Registers latency; called before faults, which act on arrival, and before any route is mounted. `synced` resolves when
 * the books show everything that is due. Returns a function that lets time go on although a request is not answered.
 */
export function registerLatencyEdge(
  app: FastifyInstance,
  latency: Latency,
  synced: () => Promise<void>,
): (request: FastifyRequest) => void {
  const late = new WeakMap<FastifyRequest, Late>();

  app.addHook('preHandler', (request, reply, done) => {
    const { points } = latency;
    const { route, ofService } = request.routeOptions.config;
    // Opening a feed takes no time: a client that connects again by itself must not move a clock that stands.
    if (points === null || ofService !== true || route === undefined || isOfPage(request)) return done();
    const asked = { method: request.method, path: pathOf(request), pattern: route.path, route };
    const [point, ack] = [points.ofRequest(asked, 'in'), points.ofRequest(asked, 'ack')];
    if (point === null && ack === null) return done();
    // Hours of a sandbox may pass until then.
    request.raw.socket.setTimeout(0);
    const connection = connectionOf(request.raw.socket);
    connection?.expectAnswer(request.raw, null);
    const answered = Promise.withResolvers<void>();
    const sentMs = latency.nowMs;
    const trip = { in: point?.name ?? null, sentMs, arrivedMs: sentMs };
    late.set(request, { ack, trip, release: answered.resolve });
    // A fault may end the connection without an answer.
    reply.raw.once('close', answered.resolve);
    const arrive = async (): Promise<void> => {
      await synced().catch(() => undefined);
      trip.arrivedMs = latency.nowMs;
      reply.header('date', new Date(trip.arrivedMs).toUTCString());
      connection?.expectAnswer(request.raw, reply, true);
      done();
      await (reply.raw.destroyed ? undefined : answered.promise);
    };
    latency.flight.wait(latency.after(point?.draw() ?? 0), arrive, () => {
      late.delete(request);
      void sendFailure(reply, retryLater('unavailable', RETRY_SECONDS));
    });
  });

  const answer: onSendHookHandler = (request, _reply, payload, done) => {
    const its = late.get(request);
    if (its === undefined) return done(null, payload);
    const answeredMs = latency.after(its.ack?.draw() ?? 0);
    if (PLACING.has(request.routeOptions.config.route))
      note(latency, payload, { ...its.trip, ack: its.ack?.name ?? null, answeredMs });
    connectionOf(request.raw.socket)?.expectAnswer(request.raw, null);
    const send = (): void => done(null, payload);
    // An answer under way when its branch is left is true all the same.
    latency.flight.wait(answeredMs, send, send);
    its.release();
  };
  // Behind the hooks of the route: those who wait for the answer to the same request must not wait for its way, too.
  app.addHook('onRoute', (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), answer];
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { id = '' } = request.params as { readonly id?: string };
    const isConcerned = EXPLAINING.has(request.routeOptions.config.route) && reply.statusCode === 200;
    const trip = isConcerned ? latency.tripOf(id.toLowerCase()) : null;
    if (trip === null) return done(null, payload);
    const text = typeof payload === 'string' ? payload : Buffer.from(payload as Uint8Array).toString();
    done(null, JSON.stringify(explainedTrip(JSON.parse(text) as OrderExplanation, trip)));
  });
  return (request) => late.get(request)?.release();
}

/** True for reads of the venue's own page in a browser, which must not move time while someone looks at it. */
const isOfPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-site'] === 'same-origin';

function note(latency: Latency, payload: unknown, trip: Trip): void {
  // A fault may have answered in HTML.
  if (typeof payload !== 'string' || !/^[[{]/.test(payload)) return;
  const answers = [JSON.parse(payload) as Partial<OrderAnswer> | Partial<OrderAnswer>[]].flat();
  for (const { orderID = '', success = false } of answers)
    if (orderID !== '') latency.note(orderID.toLowerCase(), trip, success);
}

function explainedTrip(explanation: OrderExplanation, trip: Trip): OrderExplanation {
  const { in: sent, ack, sentMs, arrivedMs, answeredMs } = trip;
  const by = (point: string | null): string => (point === null ? '' : ` (${point})`);
  const step = {
    kind: 'latency' as const,
    timestamp: String(sentMs),
    sequence: null,
    words: `It was sent at ${timeText(String(sentMs))} and arrived ${arrivedMs - sentMs} ms later${by(sent)}; its answer arrived ${answeredMs - arrivedMs} ms after that${by(ack)}.`,
  };
  const told = explanation.steps.filter(({ timestamp }) => timestamp !== null);
  const timeless = explanation.steps.filter(({ timestamp }) => timestamp === null);
  const times = { sent: String(sentMs), arrived: String(arrivedMs), answered: String(answeredMs) };
  return { ...explanation, steps: [...inOrder([step, ...told]), ...timeless], latency: { in: sent, ack, ...times } };
}
