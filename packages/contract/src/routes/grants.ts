/** Routes of grants. */
import * as grants from '../schemas/grants.ts';
import type { Route } from './route.ts';

const admin = { auth: 'admin', errorShape: 'plain', caps: [] } as const;

export const GRANT_ROUTES = {
  grants: {
    ...admin,
    method: 'GET',
    path: '/admin/grants',
    summary: 'Grants that were paid, newest first',
    query: grants.GrantsQuery,
    response: { 200: grants.PaidGrants },
    errors: ['bad_request'],
  },
  grant: {
    ...admin,
    method: 'POST',
    path: '/admin/grants',
    summary:
      'Give an amount to many people, now or regularly. Repeated with its `Idempotency-Key`, it completes what was interrupted and pays no one twice',
    body: grants.GrantRequest,
    response: { 200: grants.GrantAnswer },
    errors: ['invalid_payload', 'bad_request', 'deposit_limit'],
    isPatient: true,
  },
  standingGrants: {
    ...admin,
    method: 'GET',
    path: '/admin/grants/standing',
    summary: 'Grants that are paid each week or to who joins',
    response: { 200: grants.StandingGrants },
    errors: ['bad_request'],
  },
  endStandingGrant: {
    ...admin,
    method: 'DELETE',
    path: '/admin/grants/standing/:id',
    summary: 'End a standing grant. Again: nothing',
    params: grants.StandingGrantParams,
    response: { 200: grants.StandingGrants },
    errors: ['bad_request'],
  },
} as const satisfies Record<string, Route>;
