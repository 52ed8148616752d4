/** Roles that may send a request of the route table. */
import { ROLES, type Role } from './roles.ts';
import type { Route } from './routes/route.ts';

/** Roles whose rights a role has. */
const INCLUDED: Readonly<Record<Role, readonly Role[]>> = {
  owner: ROLES,
  operator: ['operator', 'editor', 'moderator', 'auditor', 'trader'],
  editor: ['editor', 'trader'],
  moderator: ['moderator', 'trader'],
  auditor: ['auditor', 'trader'],
  trader: ['trader'],
};

/** The least role of an administrator's route; unless it names one, an auditor reads and an operator changes. */
export function leastRole({ method, role }: Pick<Route, 'method' | 'role'>): Role {
  return role ?? (method === 'GET' ? 'auditor' : 'operator');
}

/** True if the role may send a request to an administrator's route. An auditor may read everything. */
export function mayUse(role: Role, route: Pick<Route, 'method' | 'role'>): boolean {
  return INCLUDED[role].includes(leastRole(route)) || (route.method === 'GET' && INCLUDED[role].includes('auditor'));
}
