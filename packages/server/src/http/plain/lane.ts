/**
 * The plain lane: hot requests bypass the server's parser and streams, which cost more than all other work for such a
 * request. Everything after that is the same: hooks, caps, turns, routes, answers.
 * `app.ts` creates one. With `null` in its place every request goes through the parser, and an order costs a tenth more
 * (ADR 0015).
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import { STATUS_CODES } from '../node-http.ts';
import { createHeadReader, type PlainHead } from './head.ts';
import { REQUEST_BYTES_MAX } from './limits.ts';
import { createDating, createPlainExchange, type PlainExchange, type PlainWatch } from './message.ts';

/** The most frequent routes; all of their answers are sent in one piece. */
const PLAIN_ROUTES: readonly Route[] = [
  ROUTES_BY_NAME.placeOrder,
  ROUTES_BY_NAME.cancelOrder,
  ROUTES_BY_NAME.cancelOrders,
  ROUTES_BY_NAME.cancelAll,
  ROUTES_BY_NAME.cancelMarketOrders,
  ROUTES_BY_NAME.book,
  ROUTES_BY_NAME.price,
  ROUTES_BY_NAME.midpoint,
  ROUTES_BY_NAME.spread,
];

export interface PlainLane {
  /** The head at the beginning of `bytes`; null for requests that have to go to the parser. */
  read(bytes: Buffer): PlainHead | null;
  /** True if a request that has arrived whole may use this lane. */
  takes(head: PlainHead): boolean;
  begin(head: PlainHead, body: Buffer, socket: Socket, watch: PlainWatch): PlainExchange;
  serve(exchange: PlainExchange): void;
  /**
   * Accepts no more requests; calls back when those accepted are answered. The server considers their connections idle.
   */
  close(done: () => void): void;
}

/** Creates the lane of a server. `clock`: Unix milliseconds. */
export function createPlainLane(server: Server, clock: () => number): PlainLane {
  const paths = new Set(PLAIN_ROUTES.map(({ method, path }) => `${method} ${path}`));
  const dating = createDating(clock, server.keepAliveTimeout, STATUS_CODES);
  let underWay = 0;
  let closed: (() => void) | null = null;
  return {
    read: createHeadReader(),
    takes({ method, url, headBytes, bodyBytes }) {
      if (closed !== null || headBytes + bodyBytes > REQUEST_BYTES_MAX || (method === 'GET' && bodyBytes > 0))
        return false;
      const query = url.indexOf('?');
      return paths.has(`${method} ${query < 0 ? url : url.slice(0, query)}`);
    },
    begin(head, body, socket, watch) {
      underWay++;
      return createPlainExchange(head, body, socket, dating, {
        made: () => watch.made(),
        ended() {
          underWay--;
          watch.ended();
          if (underWay === 0) closed?.();
        },
      });
    },
    serve({ request, response }) {
      server.emit('request', request, response);
    },
    close(done) {
      closed = done;
      if (underWay === 0) done();
    },
  };
}
