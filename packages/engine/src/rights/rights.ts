/** State of rights. Owned by `State`; only `apply` changes it. */
import type { AccountId } from '../units/units.ts';
import type { TokenIssued } from './events.ts';
import type { Role } from './roles.ts';

type AdminToken = Omit<TokenIssued, 'kind'>;

/** Plain-data form for snapshots, each list in its order. */
export interface RightsSnapshot {
  readonly roles: readonly (readonly [AccountId, Role])[];
  readonly tokens: readonly AdminToken[];
  readonly suspended: readonly AccountId[];
  readonly sweeping: readonly AccountId[];
}

export class Rights {
  /** Roles of accounts that are more than traders. */
  readonly roles = new Map<AccountId, Role>();
  /** Tokens by name, ended ones included. */
  readonly tokens = new Map<string, AdminToken>();
  readonly suspended = new Set<AccountId>();
  /** Suspended accounts with orders left to cancel, longest waiting first. */
  readonly sweeping = new Set<AccountId>();

  roleOf(account: AccountId): Role {
    return this.roles.get(account) ?? 'trader';
  }

  snapshot(): RightsSnapshot {
    return {
      roles: [...this.roles],
      tokens: [...this.tokens.values()].map((token) => ({ ...token })),
      suspended: [...this.suspended],
      sweeping: [...this.sweeping],
    };
  }

  static restore({ roles, tokens, suspended, sweeping }: RightsSnapshot): Rights {
    const restored = new Rights();
    for (const [account, role] of roles) restored.roles.set(account, role);
    for (const token of tokens) restored.tokens.set(token.name, { ...token });
    for (const account of suspended) restored.suspended.add(account);
    for (const account of sweeping) restored.sweeping.add(account);
    return restored;
  }

  /** Calls `add` with every fact that affects decisions, for the fingerprint of the state. */
  facts(add: (...facts: readonly (string | number)[]) => void): void {
    for (const [account, role] of this.roles) add('role', account, role);
    for (const { name, hash, role, expires } of this.tokens.values()) add('token', name, hash, role, expires);
    for (const account of this.suspended) add('suspended', account);
    let place = 0;
    for (const account of this.sweeping) add('sweeping', place++, account);
  }
}
