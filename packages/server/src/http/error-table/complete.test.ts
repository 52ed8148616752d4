/** The table of errors against the contract: no documented error without a row, no row without a documented error. */
import {
  ACCOUNT_ROUTES,
  CODES_WITHOUT_FIGURES,
  ERRORS,
  ORDER_ROUTES,
  REFUSAL_DETAILS,
  SANDBOX_ROUTES,
} from '@bellwether/contract';
import { describe, expect, test } from 'vitest';
import { ALL_CASES } from '../testing/error-cases/all-cases.ts';
import { ROUTES_BY_NAME } from '../testing/error-cases/run-cases.ts';

describe('table of errors', () => {
  test('errors: each documented error of each route is provoked, and nothing else [W12]', () => {
    const documented = [...ROUTES_BY_NAME].flatMap(([name, { errors }]) => errors.map((code) => `${name} ${code}`));
    const provoked = ALL_CASES.flatMap((cases) =>
      Object.entries(cases).flatMap(([name, rows]) => Object.keys(rows).map((code) => `${name} ${code}`)),
    );
    expect(provoked.toSorted()).toEqual(documented.toSorted());
  });

  test('errors: each of orders, cancels and positions is explained, or declared to have no figures [O23]', () => {
    const placing = Object.values(ORDER_ROUTES).filter(({ auth }) => auth === 'l2');
    const { account: _account, ...positions } = ACCOUNT_ROUTES;
    const names = [...placing, ...Object.values(positions)].map(({ method, path }) => `${method} ${path}`);
    const codes = new Set(names.flatMap((name) => ROUTES_BY_NAME.get(name)?.errors ?? []));
    const withFigures = Object.keys(REFUSAL_DETAILS);
    const declared: readonly string[] = CODES_WITHOUT_FIGURES;
    expect(withFigures.filter((code) => declared.includes(code))).toEqual([]);
    expect([...codes].filter((code) => !withFigures.includes(code) && !declared.includes(code))).toEqual([]);
    // Each row says every figure: a code that is explained in the contract alone fails here.
    const unsaid = ALL_CASES.flatMap((cases) =>
      names.flatMap((name) =>
        Object.entries(cases[name] ?? {}).flatMap(([code, row]) =>
          withFigures.includes(code) === (row.details !== undefined) ? [] : [`${name} ${code}`],
        ),
      ),
    );
    expect(unsaid).toEqual([]);
  });

  test('errors: each entry of the catalogue is one that some route or the transport answers with [W12]', () => {
    const used = new Set(
      [...ROUTES_BY_NAME.values(), ...Object.values(SANDBOX_ROUTES)].flatMap(({ errors }) => errors),
    );
    const unused = Object.keys(ERRORS).filter((code) => !used.has(code as keyof typeof ERRORS));
    expect(unused.toSorted()).toEqual([
      'body_incomplete',
      'body_too_large',
      'done_not_shown',
      'expectation_failed',
      'headers_too_large',
      'idempotency_key_invalid',
      'idempotency_key_used',
      'internal',
      'invalid_admin_token',
      'malformed_json',
      'method_not_allowed',
      'outcome_unknown',
      'rate_limited',
      'read_store_rebuilding',
      'read_store_unavailable',
      'read_too_long',
      'request_timeout',
      'sign_in_used',
      'signature_used',
      'signed_before_start',
      'storage_full',
      'unavailable',
      'unexpected_body',
      'unexpected_query',
      'unsupported_content_encoding',
      'unsupported_media_type',
      'upgrade_required',
    ]);
  });
});
