/** Draft of a grant, and its request. Pure. */
import type { GrantRequest } from '@bellwether/contract';
import { plainDecimal } from '../rules.ts';

export const TO = [
  ['all', 'Everyone'],
  ['group', 'A group'],
  ['without', 'Everyone without money and shares'],
  ['accounts', 'Accounts that I name'],
] as const;

export const WHEN = [
  ['', 'Once, now'],
  ['week', 'Now, and each week'],
  ['joining', 'To each who joins from now on'],
] as const;

export interface GrantDraft {
  readonly to: (typeof TO)[number][0];
  readonly group: string;
  readonly accounts: string;
  readonly amount: string;
  readonly reason: string;
  readonly every: (typeof WHEN)[number][0];
}

export const EMPTY_GRANT: GrantDraft = { to: 'all', group: '', accounts: '', amount: '', reason: '', every: '' };

/** The request. Only grants to everyone or to a group can be paid again and again. */
export function grantBody({ to, group, accounts, amount, reason, every }: GrantDraft): GrantRequest {
  const named = [
    ...new Set(
      accounts
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
  const recipients =
    to === 'group'
      ? { group }
      : to === 'accounts'
        ? { accounts: named }
        : to === 'all'
          ? { all: true as const }
          : { without: true as const };
  return {
    to: recipients,
    amount: plainDecimal(amount),
    reason: reason.trim(),
    ...(every !== '' && (to === 'all' || to === 'group') && { every }),
  };
}
