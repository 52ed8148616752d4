/** The table of errors against the contract: no documented error without a row, no row without a documented error. */
import { ERRORS } from '@bellwether/contract';
import { describe, expect, test } from 'vitest';
import { ALL_CASES } from '../testing/error-cases/all-cases.ts';
import { ROUTES_BY_NAME } from '../testing/error-cases/run-cases.ts';

describe('table of errors', () => {
  test('errors: each documented error of each route is provoked, and nothing else', () => {
    const documented = [...ROUTES_BY_NAME].flatMap(([name, { errors }]) => errors.map((code) => `${name} ${code}`));
    const provoked = ALL_CASES.flatMap((cases) =>
      Object.entries(cases).flatMap(([name, rows]) => Object.keys(rows).map((code) => `${name} ${code}`)),
    );
    expect(provoked.toSorted()).toEqual(documented.toSorted());
  });

  test('errors: each entry of the catalogue is one that some route or the transport answers with', () => {
    const used = new Set([...ROUTES_BY_NAME.values()].flatMap(({ errors }) => errors));
    const unused = Object.keys(ERRORS).filter((code) => !used.has(code as keyof typeof ERRORS));
    expect(unused.toSorted()).toEqual([
      'body_incomplete',
      'body_too_large',
      'expectation_failed',
      'headers_too_large',
      'internal',
      'invalid_admin_token',
      'malformed_json',
      'method_not_allowed',
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
