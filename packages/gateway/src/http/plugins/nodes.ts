/**
 * A venue of several nodes, as clients of one node see it. A node that another one may have replaced without its
 * knowledge answers nothing, because its view may be stale. A node that lags behind lets clients read their own writes:
 * an answer says how far the node is, and a request that names an entry waits until the node has it, for a bounded time.
 */
import {
  AFTER_SEQUENCE_HEADER,
  METRICS_ROUTE,
  OPERATE_ROUTES,
  parseSequence,
  SEQUENCE_HEADER,
  VENUE_ROUTES,
} from '@bellwether/contract';
import { ExchangeUnavailable } from '@bellwether/ports/exchange.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { ObservableView } from '@bellwether/ports/venue-view.ts';
import { badRequest } from '@bellwether/wire/failure.ts';
import type { FastifyInstance } from 'fastify';
import { sendFailure } from './answers.ts';
import { requestOrigin } from './client-address.ts';

/** Routes about the node itself, which are always answered. */
const OF_THE_NODE: ReadonlySet<string> = new Set([
  METRICS_ROUTE.path,
  VENUE_ROUTES.venue.path,
  OPERATE_ROUTES.venueHealth.path,
]);

/** Answers all other routes with 503 while `isCurrent` returns false, and makes requests wait for entries they name. */
export function registerNodes(
  app: FastifyInstance,
  isCurrent: () => boolean,
  view: ObservableView,
  timers: Timers,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isCurrent() || OF_THE_NODE.has(request.routeOptions.url ?? '')) return done();
    done(new ExchangeUnavailable('this node does not know who leads the venue'));
  });
  // Before any state is read, so that a key created at another node is known, and after the caps of an address.
  const waits = new SequenceWaits(view, timers);
  app.addHook('preHandler', (request, reply, done) => {
    const text = request.headers[AFTER_SEQUENCE_HEADER];
    if (text === undefined) return done();
    const wanted = parseSequence(String(text));
    if (wanted === null) {
      const problem = badRequest(`${AFTER_SEQUENCE_HEADER} must be the number of an entry, as ${SEQUENCE_HEADER} was`);
      return void sendFailure(reply, problem);
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

/** Longest wait. A following node lags by milliseconds; a node that has just been cut off never catches up. */
export const WAIT_MS_MAX = 5_000;
/** Maximum waiting requests: of one address, and of all. */
export const WAITING_PER_ADDRESS_MAX = 32;
export const WAITING_MAX = 1_024;

/** Called once, with an error if the entry did not arrive in time or if too many requests already wait. */
type WaitOver = (error?: Error) => void;

type Wait = { readonly sequence: number; readonly over: WaitOver };

/**
 * Requests that wait until this node shows an entry. They cost no work until an entry arrives, and their number is
 * bounded: a sequence that never arrives takes up a slot and a timer.
 */
export class SequenceWaits {
  readonly #timers: Timers;
  readonly #waits = new Set<Wait>();
  readonly #byAddress = new Map<string, number>();

  constructor(view: ObservableView, timers: Timers) {
    this.#timers = timers;
    view.observe({ published: (_entries, { sequence }) => this.#reached(sequence) });
  }

  /**
   * Waits for an entry that the view does not show yet. Returns a function that gives up the slot; that calls `over` as
   * well.
   */
  until(sequence: number, address: string, over: WaitOver): () => void {
    const waiting = this.#byAddress.get(address) ?? 0;
    if (waiting >= WAITING_PER_ADDRESS_MAX || this.#waits.size >= WAITING_MAX) {
      over(new ExchangeUnavailable('too many requests already wait for entries that this node does not have yet'));
      return () => undefined;
    }
    const cancel = this.#timers.after(WAIT_MS_MAX, () =>
      wait.over(new ExchangeUnavailable(`this node is not at entry ${sequence} yet`)),
    );
    const wait: Wait = {
      sequence,
      over: (error) => {
        cancel();
        this.#waits.delete(wait);
        this.#left(address);
        over(error);
      },
    };
    this.#waits.add(wait);
    this.#byAddress.set(address, waiting + 1);
    return () => {
      if (this.#waits.has(wait)) wait.over(new ExchangeUnavailable('no one waits for it any more'));
    };
  }

  /** Runs inside the fold, which has other observers; the requests continue after the fold. */
  #reached(sequence: number): void {
    const reached = [...this.#waits].filter((wait) => wait.sequence <= sequence);
    if (reached.length === 0) return;
    this.#timers.soon(() => {
      for (const wait of reached) if (this.#waits.has(wait)) wait.over();
    });
  }

  #left(address: string): void {
    const waiting = (this.#byAddress.get(address) ?? 0) - 1;
    if (waiting > 0) this.#byAddress.set(address, waiting);
    else this.#byAddress.delete(address);
  }
}
