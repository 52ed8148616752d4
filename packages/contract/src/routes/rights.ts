/** Routes of rights: roles, tokens, suspensions, and the administrators' log. */
import * as rights from '../schemas/rights.ts';
import type { Route } from './route.ts';

const admin = { auth: 'admin', errorShape: 'plain', caps: [] } as const;
const read = { ...admin, method: 'GET', errors: ['bad_request'] } as const;
const suspension = {
  ...admin,
  method: 'POST',
  params: rights.SuspensionParams,
  body: rights.SuspensionBody,
  response: { 200: rights.Suspension },
  errors: ['invalid_payload', 'bad_request', 'id_not_found'],
} as const;

export const RIGHTS_ROUTES = {
  adminSelf: {
    ...read,
    role: 'trader',
    path: '/admin/self',
    summary: 'Who is asking, and in which role',
    response: { 200: rights.AdminSelf },
  },
  roles: {
    ...read,
    path: '/admin/roles',
    summary: 'Accounts with a role, and suspended accounts',
    response: { 200: rights.Roles },
  },
  setRole: {
    ...admin,
    method: 'PUT',
    role: 'owner',
    path: '/admin/roles',
    summary: 'Give an account a role, in place of the one it has',
    body: rights.RoleChange,
    response: { 200: rights.RoleAnswer },
    errors: ['invalid_payload', 'bad_request', 'id_not_found'],
  },
  tokens: {
    ...read,
    role: 'owner',
    path: '/admin/tokens',
    summary: 'Tokens of administrators, without their secrets',
    response: { 200: rights.Tokens },
  },
  issueToken: {
    ...admin,
    method: 'POST',
    role: 'owner',
    path: '/admin/tokens',
    summary: 'Issue a token with a name, a role and an end; its secret is shown once',
    body: rights.TokenRequest,
    response: { 201: rights.TokenAnswer },
    errors: ['invalid_payload', 'bad_request', 'token_name_taken', 'too_many_tokens'],
  },
  revokeToken: {
    ...admin,
    method: 'DELETE',
    role: 'owner',
    path: '/admin/tokens/:name',
    summary: 'Revoke a token',
    params: rights.AdminTokenParams,
    response: { 200: rights.TokenRevoked },
    errors: ['bad_request', 'id_not_found'],
  },
  suspendAccount: {
    ...suspension,
    path: '/admin/accounts/:address/suspend',
    summary: 'Suspend an account: its orders are cancelled, its keys refused; money and positions stay',
  },
  resumeAccount: {
    ...suspension,
    path: '/admin/accounts/:address/resume',
    summary: 'End the suspension of an account',
  },
  adminLog: {
    ...read,
    path: '/admin/log',
    summary: 'What administrators did: who, in which role, what, before and after, why; newest first',
    query: rights.LogQuery,
    response: { 200: rights.ActLog },
  },
} as const satisfies Record<string, Route>;
