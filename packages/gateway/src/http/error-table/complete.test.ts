/** The table of errors against the contract: no documented error without a row, no row without a documented error. */
import {
  ACCOUNT_ROUTES,
  ERRORS,
  type ErrorCode,
  type ExplainedCode,
  generalErrors,
  JOINING_ROUTES,
  ORDER_ROUTES,
  REFUSAL_DETAILS,
  type Route,
  SANDBOX_ROUTES,
} from '@bellwether/contract';
import { expect, test } from 'vitest';
import { SET_UP_ROUTES } from '../page/register-set-up.ts';
import { CASES, EXAMPLES_BY_AREA, ROUTES_BY_NAME } from '../testing/error-cases/all-cases.ts';

const FUNDS = ['wallets', 'owned', 'reserved', 'reservedBy'];
const STOPPED = ['conditionId', 'status', 'since'];

/** Routes that not every venue has. */
const ELSEWHERE = { ...JOINING_ROUTES, ...SANDBOX_ROUTES, ...SET_UP_ROUTES };

/** Errors of placing, cancelling and positions whose text is complete without figures: it names the field or the reason. */
const declared: readonly string[] = [
  'invalid_order_payload',
  'invalid_payload',
  'bad_request',
  'conversion_invalid',
  'invalid_order_id',
] satisfies readonly ErrorCode[];

/**
 * Figures that appear only in `details`: values the caller sent, values no other order would change, and long lists.
 */
const UNSAID: { readonly [Code in ExplainedCode]?: readonly string[] } = {
  insufficient_balance: [...FUNDS, 'cost', 'fee'],
  insufficient_position: [...FUNDS, 'conditionId', 'tokenId'],
  price_off_grid: ['minimum', 'maximum'],
  price_out_of_range: ['tick'],
  // The text names both allowed types.
  post_only_order_type: ['orderType', 'allowed'],
  fok_not_filled: ['ownOrders'],
  fak_no_match: ['ownOrders'],
  // Stated in the text: the earliest time, or 0.
  expiration_invalid: ['earliest'],
  too_many_open_orders: ['count'],
  too_many_wallets: ['count'],
  too_many_cancels: ['count'],
  market_not_ready: STOPPED,
  market_closed: STOPPED,
  trading_ended: ['conditionId', 'since'],
  result_proposed: ['conditionId', 'until'],
  // The text has the opening time in ISO 8601.
  trading_not_open: ['conditionId', 'opens'],
  market_not_found: ['conditionId'],
  mode_disabled: ['mode'],
  mode_cancel_only: ['mode'],
  post_only_mode: ['mode'],
  unknown_wallet: ['wallet'],
  unknown_token: ['tokenId'],
  condition_mismatch: ['conditionId'],
  order_version_mismatch: ['sent'],
  event_not_found: ['eventId'],
  not_neg_risk: ['conditionId'],
  // `terms` carries the domain and the known facts about another domain.
  invalid_signature: ['primaryType', 'domain', 'message', 'signedFor'],
  unauthenticated: ['scheme', 'problem', 'header', 'clock', 'signature'],
  invalid_api_key: ['problem', 'signed', 'clock'],
};

test('errors: each documented error of each route is provoked, and nothing else [W12]', () => {
  const unprovoked = [...CASES].flatMap(([name, rows]) =>
    [...rows].flatMap(([code, cases]) => (cases.length === 0 ? [`${name} ${code}`] : [])),
  );
  expect(unprovoked).toEqual([]);
  const undocumented = EXAMPLES_BY_AREA.flatMap(Object.entries).flatMap(([name, rows]: [string, object]) =>
    Object.keys(rows).filter((code) => !CASES.get(name)?.has(code as ErrorCode)),
  );
  expect(undocumented).toEqual([]);
});

test('errors: each of orders, cancels and positions is explained, or declared to have no figures [O23]', () => {
  const placing = Object.values(ORDER_ROUTES).filter(({ auth }) => auth === 'l2');
  const { account: _account, ...positions } = ACCOUNT_ROUTES;
  const names = [...placing, ...Object.values(positions)].map(({ method, path }) => `${method} ${path}`);
  const codes = new Set(names.flatMap((name) => ROUTES_BY_NAME.get(name)?.errors ?? []));
  const withFigures = Object.keys(REFUSAL_DETAILS);
  expect(withFigures.filter((code) => declared.includes(code))).toEqual([]);
  expect([...codes].filter((code) => !withFigures.includes(code) && !declared.includes(code))).toEqual([]);
  // Each row lists every figure: a code that is only explained in the contract fails here.
  const unsaid = names.flatMap((name) =>
    [...(CASES.get(name) ?? [])].flatMap(([code, rows]) =>
      rows.every(({ details }) => withFigures.includes(code) === (details !== undefined)) ? [] : [`${name} ${code}`],
    ),
  );
  expect(unsaid).toEqual([]);
});

test('errors: each figure that mends a refusal of an order or position is named by its text [O65]', () => {
  const unsaid = Object.entries(REFUSAL_DETAILS).flatMap(([code, { properties }]) => {
    const { text } = ERRORS[code as ExplainedCode];
    const known = [...(UNSAID[code as ExplainedCode] ?? []), 'rule'];
    return Object.keys(properties)
      .filter((name) => known.includes(name) === text.includes(`{${name}}`))
      .map((name) => `${code} ${name}`);
  });
  expect(unsaid).toEqual([]);
});

test('errors: each entry of the catalogue is one that some route or the transport answers with [W12]', () => {
  const answered = [...ROUTES_BY_NAME.values(), ...Object.values(ELSEWHERE)].flatMap((route: Route) => [
    ...route.errors,
    ...generalErrors(route),
  ]);
  expect(Object.keys(ERRORS).filter((code) => !answered.includes(code as ErrorCode))).toEqual([
    'method_not_allowed',
    'request_timeout',
    'upgrade_required',
    'origin_not_named',
    'expectation_failed',
    'headers_too_large',
  ]);
});
