/** Routes of grants. */
import * as grants from '../schemas/grants.ts';
import { ADMIN, type Route, route } from './route.ts';

export const GRANT_ROUTES = {
  grants: route(ADMIN, 'GET /admin/grants', {
    summary: 'Grants that were paid, newest first',
    query: grants.GrantsQuery,
    response: { 200: grants.PaidGrants },
    errors: ['bad_request'],
  }),
  grant: route(ADMIN, 'POST /admin/grants', {
    summary:
      'Give an amount to many people, now or regularly. Repeated with its `Idempotency-Key`, it completes what was interrupted and pays no one twice',
    body: grants.GrantRequest,
    response: { 200: grants.GrantAnswer },
    errors: ['invalid_payload', 'bad_request', 'deposit_limit'],
    isPatient: true,
  }),
  standingGrants: route(ADMIN, 'GET /admin/grants/standing', {
    summary: 'Grants that are paid each week or to who joins',
    response: { 200: grants.StandingGrants },
    errors: ['bad_request'],
  }),
  endStandingGrant: route(ADMIN, 'DELETE /admin/grants/standing/:id', {
    summary: 'End a standing grant. Again: nothing',
    params: grants.StandingGrantParams,
    response: { 200: grants.StandingGrants },
    errors: ['bad_request'],
  }),
} as const satisfies Record<string, Route>;
