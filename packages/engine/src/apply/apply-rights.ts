/** Applies events of rights. */
import type { Applied } from '../state.ts';
import { assert } from '../units/units.ts';

export const RIGHTS_EVENTS = {
  RoleSet({ rights: { roles } }, { account, role }) {
    if (role === 'trader') roles.delete(account);
    else roles.set(account, role);
  },
  TokenIssued({ rights: { tokens } }, { kind: _kind, ...token }) {
    tokens.delete(token.name);
    tokens.set(token.name, token);
  },
  TokenRevoked: ({ rights: { tokens } }, { name }) => assert(tokens.delete(name), `no token ${name}`),
  AccountSuspended({ rights: { suspended, sweeping } }, { account }) {
    suspended.add(account);
    sweeping.add(account);
  },
  // Orders that the suspension has not reached stay.
  AccountResumed({ rights: { suspended, sweeping } }, { account }) {
    assert(suspended.delete(account), `account ${account} is not suspended`);
    sweeping.delete(account);
  },
  ActNoted: () => undefined,
  SuspensionSwept: ({ rights: { sweeping } }, { account }) =>
    assert(sweeping.delete(account), `account ${account} has no orders to cancel`),
} satisfies Partial<Applied>;
