/** Latency models: which point of a request, answer or frame takes how long. */
import {
  type LatencyDraw,
  type LatencyModel,
  ORDER_ROUTES,
  ROUTES,
  type Route,
  type SandboxLatency,
} from '@bellwether/contract';
import { isOfService } from '@bellwether/gateway/http/pipeline.ts';
import { SandboxRefused } from '../control.ts';
import { namesRoute } from '../faults/arm.ts';
import { isOfRoute, type Request } from '../faults/rule-book.ts';
import { drawsOf } from './draws.ts';

/** Routes of clients. Those of the operator and of the sandbox, and documents, take no time. */
const LATE_ROUTES = ROUTES.filter((route) => route.auth !== 'admin' && isOfService(route));
const OF_ORDERS: ReadonlySet<Route> = new Set<Route>(Object.values(ORDER_ROUTES));
const KIND = /^(?:(?:order|cancel|read)\.(?:in|ack)|(?:feed|market|user|live)\.out)$/;
const ROUTE = /^((?:(?:[A-Z]+|\*) )?\/\S*)\.(in|ack)$/;

export type Point = { readonly name: string; readonly draw: () => number };

/** A request as a model sees it: its route, and where it was sent. */
export interface Asked extends Pick<Request, 'method' | 'path' | 'pattern'> {
  readonly route: Route;
}

/** A checked model with the chances of one branch. */
export class Points {
  readonly model: LatencyModel & { readonly seed: number };
  readonly #points = new Map<string, Point>();
  /** Points of routes in the order in which they are named. */
  readonly #routes: { readonly route: string; readonly end: string; readonly point: Point }[] = [];
  readonly #drawn = new Map<string, number>();

  constructor({ seed, points }: LatencyModel, ownSeed: number) {
    this.model = { seed: seed ?? ownSeed, points };
    for (const [name, draw] of Object.entries(points)) {
      const next = drawsOf(draw, this.model.seed, name);
      const counted = (): number => {
        this.#drawn.set(name, (this.#drawn.get(name) ?? 0) + 1);
        return next();
      };
      const point = { name, draw: counted };
      this.#points.set(name, point);
      const [, route, end = ''] = ROUTE.exec(name) ?? [];
      if (route !== undefined) this.#routes.push({ route, end, point });
    }
  }

  get isEmpty(): boolean {
    return this.#points.size === 0;
  }

  get status(): SandboxLatency {
    return { ...this.model, drawn: Object.fromEntries(this.#drawn) };
  }

  ofRequest(asked: Asked, end: 'in' | 'ack'): Point | null {
    const own = this.#routes.find((one) => one.end === end && isOfRoute(one.route, asked));
    if (own !== undefined) return own.point;
    const kind = !OF_ORDERS.has(asked.route) || asked.method === 'GET' ? 'read' : null;
    return this.#points.get(`${kind ?? (asked.method === 'POST' ? 'order' : 'cancel')}.${end}`) ?? null;
  }

  ofFrame(feed: 'market' | 'user' | 'live'): Point | null {
    return this.#points.get(`${feed}.out`) ?? this.#points.get('feed.out') ?? null;
  }
}

/** Returns a model, checked for what a schema cannot say. `field` is its place. Throws `SandboxRefused`. */
export function checkLatency(model: LatencyModel, field: string): LatencyModel {
  for (const [name, draw] of Object.entries(model.points)) {
    const place = `${field}points["${name}"]`;
    const [, route] = ROUTE.exec(name) ?? [];
    if (route === undefined && !KIND.test(name))
      throw new SandboxRefused(
        `${place} is no point: order, cancel, read or a route such as POST /order, with .in or .ack; feed, market, user or live, with .out`,
      );
    if (route !== undefined && !namesRoute(route, LATE_ROUTES))
      throw new SandboxRefused(`${place} names no route of clients: ${route}`);
    checkDraw(draw, place);
  }
  return model;
}

function checkDraw(draw: LatencyDraw, place: string): void {
  const { uniform: [from = 0, to = 0] = [], lognormal } = draw;
  if (Object.keys(draw).length !== 1)
    throw new SandboxRefused(`${place} must have one of constant, uniform, lognormal and recorded`);
  if (from > to)
    throw new SandboxRefused(`${place}.uniform goes from the lower to the higher, not from ${from} to ${to}`);
  if (lognormal?.max !== undefined && lognormal.max < lognormal.median)
    throw new SandboxRefused(`${place}.lognormal.max must be at least its median, ${lognormal.median}`);
}
