/**
 * Counts answers by route and status in plain arrays, because a labelled counter or a hook on every response would cost
 * more than many answers do. The figures are passed to the metrics on demand.
 */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../ports/metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    requestCounts: RequestCounts;
  }
  interface FastifyContextConfig {
    counts?: RouteCounts;
  }
  interface FastifyReply {
    /** Counter for the answer; null until a route's handler runs. */
    routeCounts: RouteCounts | null;
  }
}

const STATUS_END = 600;

/** Answers of one route that were not passed to the metrics yet, by status. */
export class RouteCounts {
  readonly method: string;
  readonly route: string;
  readonly #counts = new Uint32Array(STATUS_END);

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  count(status: number): void {
    if (status < STATUS_END) this.#counts[status] = (this.#counts[status] ?? 0) + 1;
  }

  /** Passes the counts to the metrics and resets them. */
  flush(metrics: Metrics): void {
    for (const [status, times] of this.#counts.entries()) {
      if (times > 0) metrics.countRequest(this.method, this.route, status, times);
    }
    this.#counts.fill(0);
  }
}

/** The counts of every route of one server. */
export class RequestCounts {
  readonly #routes: RouteCounts[] = [];
  /** Requests that matched no route. */
  readonly unrouted = this.forRoute('any', 'none');

  forRoute(method: string, route: string): RouteCounts {
    const counts = new RouteCounts(method, route);
    this.#routes.push(counts);
    return counts;
  }

  flush(metrics: Metrics): void {
    for (const counts of this.#routes) counts.flush(metrics);
  }
}

/** Sets up the server's counts; called before any route is mounted. */
export function registerRequestCounts(app: FastifyInstance): void {
  app.decorate('requestCounts', new RequestCounts());
  app.decorateReply('routeCounts', null);
}
