/** One row of the table of errors: how to provoke a documented error of a route, and the text of its answer. */
import { dataV2CodeOf, ERRORS, type ErrorCode, type ErrorShape, type Route } from '@bellwether/contract';
import { expect } from 'vitest';
import type { Answer } from '../trader.ts';
import { askRoute, type Change, type ErrorVenue } from './venue.ts';

export interface ErrorCase {
  /** Exact text, or a pattern if it contains a value that only the venue knows; by default the catalogue's with the figures. */
  readonly text?: string | RegExp;
  readonly provoke: (venue: ErrorVenue, route: Route) => Promise<Answer>;
  readonly retryAfter?: number;
  /** Further fields of a plain body. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** All figures of `details` except its rule, derived from the documents. */
  readonly details?: Figures | ((venue: ErrorVenue) => Figures);
}

type Asked = string | Change;

/**
 * A row: the text, what is asked of the route (or the answer, where it takes more than one request), and what more is
 * told.
 */
export const says = (
  text: string | RegExp,
  asked: Asked | ((venue: ErrorVenue) => Asked | Promise<Asked | Answer>) = {},
  more: Omit<ErrorCase, 'text' | 'provoke'> = {},
): ErrorCase => ({
  text,
  ...more,
  provoke: async (venue, route) => {
    const wanted = typeof asked === 'function' ? await asked(venue) : asked;
    return typeof wanted === 'object' && 'status' in wanted ? wanted : askRoute(venue, route, wanted);
  },
});

type Figures = Readonly<Record<string, unknown>>;

/** Cases by `METHOD path` as in the contract, then by error code. */
export type ErrorCases = Readonly<Record<string, Readonly<Partial<Record<ErrorCode, ErrorCase>>>>>;

/** The same rows for each of several routes, by `METHOD path`. */
export const alike = (rows: ErrorCases[string], ...routes: readonly string[]): ErrorCases =>
  Object.fromEntries(routes.map((route) => [route, rows]));

/** Names of the second forms of routes whose two forms share a path. */
export const CURSOR_FORM = 'GET /markets?next_cursor';
export const BY_ID_FORM = 'GET /markets/:condition_id by catalog id';

const TYPES: Readonly<Record<number, string>> = {
  400: 'bad request',
  413: 'bad request',
  415: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found error',
  409: 'conflict',
  422: 'unprocessable content',
  429: 'rate limited',
  500: 'internal error',
  503: 'service unavailable',
};

interface Refusal {
  readonly details?: { readonly rule: string };
  /** Id of an order whose signed fields could be read. */
  readonly orderID?: string;
}

/** A figure as the text says it: an amount, which is in millionths, in units; others may be anything. */
function toldAs(figure: unknown): string {
  const all = [figure].flat();
  if (!all.every((one) => typeof one === 'string' || typeof one === 'number')) return '.*';
  const whole = RegExp.escape(all.join(', '));
  return /^[0-9]+$/.test(String(figure)) ? `(?:${whole}|${Number(figure) / 1e6})` : whole;
}

/** The catalogue's text with these figures. */
function textOf(code: ErrorCode, figures: Figures = {}): RegExp {
  const parts = ERRORS[code].text.split(/\{(\w+)\}/);
  const told = parts.map((part, at) => (at % 2 === 0 ? RegExp.escape(part) : toldAs(figures[part])));
  return new RegExp(`^${told.join('')}$`, 's');
}

/** Checks an answer against its row: status, every field of the body, headers. */
export function expectError(
  answer: Answer,
  code: ErrorCode,
  shape: ErrorShape,
  { text, retryAfter, fields }: Omit<ErrorCase, 'details' | 'provoke'>,
  figures?: Figures,
): void {
  const error: unknown = typeof text === 'string' ? text : expect.stringMatching(text ?? textOf(code, figures));
  const retry = retryAfter === undefined ? {} : { retry_after_seconds: retryAfter };
  const trace: unknown = answer.headers['x-trace-id'];
  const body =
    shape === 'data-v2'
      ? { error, code: dataV2CodeOf(code), retryable: retryAfter !== undefined, trace_id: trace, ...fields }
      : shape === 'catalog'
        ? { type: TYPES[ERRORS[code].status], error }
        : shape === 'ledger'
          ? { error }
          : { error, code, ...retry, ...fields };
  const { details, orderID, ...said } = answer.body as Refusal;
  expect({ status: answer.status, body: said }).toEqual({ status: ERRORS[code].status, body });
  if (figures !== undefined) expect(details).toEqual({ rule: code, ...figures });
  else if (details !== undefined) expect(details.rule).toBe(code);
  if (orderID !== undefined) expect(orderID).toMatch(/^0x[0-9a-f]{64}$/);
  // The text comes first, where clients have always read it.
  if (shape !== 'catalog') expect(Object.keys(answer.body as object)[0]).toBe('error');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['retry-after']).toBe(retryAfter === undefined ? undefined : String(retryAfter));
}
