/**
 * Counts answers by route and status in plain arrays, because a labelled counter or a hook on every response would cost
 * more than many an answer. The figures are handed to the metrics when someone asks for them.
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
    /** Where the answer is counted; null until a route's handler runs. */
    routeCounts: RouteCounts | null;
  }
}

const STATUS_END = 600;

/** The answers of one route that no metric has yet, by status. */
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

  /** Gives what has gathered to the metrics and starts from zero. */
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
  /** Requests that no route took. */
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

/** Gives the server its counts; before any route is mounted. */
export function registerRequestCounts(app: FastifyInstance): void {
  app.decorate('requestCounts', new RequestCounts());
  app.decorateReply('routeCounts', null);
}
