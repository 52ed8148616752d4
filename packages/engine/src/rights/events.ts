/** Events of rights. */
import type { AccountId } from '../units/units.ts';
import type { IssueToken, NoteAct, SetRole } from './commands.ts';

export interface RoleSet extends Omit<SetRole, 'kind'> {
  readonly kind: 'RoleSet';
}

/** Replaces a token of the same name, which has ended. */
export interface TokenIssued extends Omit<IssueToken, 'kind'> {
  readonly kind: 'TokenIssued';
}

export interface TokenRevoked {
  readonly kind: 'TokenRevoked';
  readonly name: string;
}

/** The account may do nothing; its open orders are cancelled next. */
export interface AccountSuspended {
  readonly kind: 'AccountSuspended';
  readonly account: AccountId;
}

export interface AccountResumed {
  readonly kind: 'AccountResumed';
  readonly account: AccountId;
}

/** All orders that a suspension cancels are gone. */
export interface SuspensionSwept {
  readonly kind: 'SuspensionSwept';
  readonly account: AccountId;
}

/** Changes nothing. */
export interface ActNoted extends Pick<NoteAct, 'what' | 'account'> {
  readonly kind: 'ActNoted';
}

export type RightsEvent =
  | RoleSet
  | TokenIssued
  | TokenRevoked
  | AccountSuspended
  | AccountResumed
  | SuspensionSwept
  | ActNoted;
