/** The table of errors: for each route and each error that it documents, the requests that provoke it. */
import {
  type ErrorCode,
  MARKET_BY_ID_FORM,
  MARKETS_CURSOR_FORM,
  ROUTES,
  type Route,
  routeKey,
} from '@bellwether/contract';
import { ADMIN_CASES, POSITION_CASES } from './accounts.ts';
import { ASKING_CASES } from './asking.ts';
import { casesOf } from './by-rule.ts';
import { COMMENT_CASES } from './comments.ts';
import { BY_ID_FORM, CURSOR_FORM, type ErrorCase, type ErrorCases } from './error-case.ts';
import { KEY_CASES } from './keys.ts';
import { CROWDED_ORDER_CASES, ORDER_CASES } from './orders.ts';
import { FORM_CASES, READ_CASES } from './reads.ts';
import { RELAYER_CASES } from './relayer.ts';
import { RESULT_CASES } from './results.ts';
import { RIGHTS_CASES } from './rights.ts';

/** Examples for what does not follow from the table of routes. */
export const EXAMPLES_BY_AREA: readonly ErrorCases[] = [
  ...[ADMIN_CASES, COMMENT_CASES, KEY_CASES, ORDER_CASES, POSITION_CASES, READ_CASES, RELAYER_CASES],
  ...[FORM_CASES, CROWDED_ORDER_CASES, RESULT_CASES, ASKING_CASES, RIGHTS_CASES],
];

const exampleOf = (name: string, code: ErrorCode): ErrorCase | undefined =>
  EXAMPLES_BY_AREA.map((cases) => cases[name]?.[code]).find((example) => example !== undefined);

/** The routes by `METHOD path`, and the two second forms of routes. */
export const ROUTES_BY_NAME: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...ROUTES.map((route): [string, Route] => [routeKey(route), route]),
  [CURSOR_FORM, MARKETS_CURSOR_FORM],
  [BY_ID_FORM, MARKET_BY_ID_FORM],
]);

/** Cases by the name of the route, then by code; errors that fill a venue are apart. */
export const CASES: ReadonlyMap<string, ReadonlyMap<ErrorCode, readonly ErrorCase[]>> = new Map(
  [...ROUTES_BY_NAME].map(([name, route]) => {
    const codes = route.errors.map((code): [ErrorCode, readonly ErrorCase[]] => {
      const example = exampleOf(name, code);
      return [code, FORM_CASES[name] === undefined ? casesOf(route, code, example) : example ? [example] : []];
    });
    return [name, new Map(codes)];
  }),
);
