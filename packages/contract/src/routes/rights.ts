/** Routes of rights: roles, tokens, suspensions, and the administrators' log. */
import * as rights from '../schemas/rights.ts';
import { ADMIN, type Route, route } from './route.ts';

const read = { ...ADMIN, errors: ['bad_request'] } as const;
const suspension = {
  ...ADMIN,
  params: rights.SuspensionParams,
  body: rights.SuspensionBody,
  response: { 200: rights.Suspension },
  errors: ['invalid_payload', 'bad_request', 'id_not_found'],
} as const;

export const RIGHTS_ROUTES = {
  adminSelf: route(read, 'GET /admin/self', {
    summary: 'Who is asking, and in which role',
    role: 'trader',
    response: { 200: rights.AdminSelf },
  }),
  roles: route(read, 'GET /admin/roles', {
    summary: 'Accounts with a role, and suspended accounts',
    response: { 200: rights.Roles },
  }),
  setRole: route(ADMIN, 'PUT /admin/roles', {
    summary: 'Give an account a role, in place of the one it has',
    role: 'owner',
    body: rights.RoleChange,
    response: { 200: rights.RoleAnswer },
    errors: ['invalid_payload', 'bad_request', 'id_not_found'],
  }),
  tokens: route(read, 'GET /admin/tokens', {
    summary: 'Tokens of administrators, without their secrets',
    role: 'owner',
    response: { 200: rights.Tokens },
  }),
  issueToken: route(ADMIN, 'POST /admin/tokens', {
    summary: 'Issue a token with a name, a role and an end; its secret is shown once',
    role: 'owner',
    body: rights.TokenRequest,
    response: { 201: rights.TokenAnswer },
    errors: ['invalid_payload', 'bad_request', 'token_name_taken', 'too_many_tokens'],
  }),
  revokeToken: route(ADMIN, 'DELETE /admin/tokens/:name', {
    summary: 'Revoke a token',
    role: 'owner',
    params: rights.AdminTokenParams,
    response: { 200: rights.TokenRevoked },
    errors: ['bad_request', 'id_not_found'],
  }),
  suspendAccount: route(suspension, 'POST /admin/accounts/:address/suspend', {
    summary: 'Suspend an account: its orders are cancelled, its keys refused; money and positions stay',
  }),
  resumeAccount: route(suspension, 'POST /admin/accounts/:address/resume', {
    summary: 'End the suspension of an account',
  }),
  adminLog: route(read, 'GET /admin/log', {
    summary: 'What administrators did: who, in which role, what, before and after, why; newest first',
    query: rights.LogQuery,
    response: { 200: rights.ActLog },
  }),
} as const satisfies Record<string, Route>;
