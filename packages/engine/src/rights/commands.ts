/** Commands of rights: roles, tokens of administrators, and suspensions. */
import type { AccountId, Micros } from '../units/units.ts';
import type { Role } from './roles.ts';

/** Gives an account its role, in place of the one it has. `trader`: none. */
export interface SetRole {
  readonly kind: 'SetRole';
  readonly account: AccountId;
  readonly role: Role;
}

/** Admits whoever knows the secret of `hash` in a role, until the end. */
export interface IssueToken {
  readonly kind: 'IssueToken';
  /** Name of the actor `token:NAME`; a name that has ended may be used again. */
  readonly name: string;
  /** SHA-256 of the secret, 64 hex digits. */
  readonly hash: string;
  readonly role: Role;
  /** Unix seconds from which on the token counts for nothing. */
  readonly expires: number;
}

export interface RevokeToken {
  readonly kind: 'RevokeToken';
  readonly name: string;
}

/** Cancels the account's open orders and refuses what it does. Its money and its positions stay. */
export interface SuspendAccount {
  readonly kind: 'SuspendAccount';
  readonly account: AccountId;
}

export interface ResumeAccount {
  readonly kind: 'ResumeAccount';
  readonly account: AccountId;
}

/** Issued by the sequencer: the next bounded step of cancelling the orders of suspended accounts. */
export interface SweepSuspended {
  readonly kind: 'SweepSuspended';
}

/** Acts on what is kept beside the log. They change no state: the log says that they happened, and to which account. */
export const NOTED_ACTS = [
  ...(['InvitePeople', 'EndInvitation', 'LinkPerson', 'ChangePerson', 'ErasePerson', 'AddGroup'] as const),
  ...(['AddHook', 'ChangeHook', 'RemoveHook', 'RetryDigests'] as const),
] as const;

/** Terms of such an act: to how many people, and what they are promised; never who. */
export interface NotedTerms {
  readonly people?: number;
  readonly uses?: number;
  readonly hours?: number;
  readonly amount?: Micros;
  readonly role?: Role;
  /** Number of groups. */
  readonly groups?: number;
}

/** Records an administrator's act on people or hooks of the venue, without anything that identifies a person. */
export interface NoteAct {
  readonly kind: 'NoteAct';
  readonly what: (typeof NOTED_ACTS)[number];
  /** Account of the person whom it is about; null if there is none. */
  readonly account: AccountId | null;
  /** Name of the group, or kind of the hook; never a person's. */
  readonly name?: string;
  readonly before?: NotedTerms;
  readonly after?: NotedTerms;
}

export type RightsCommand =
  | SetRole
  | IssueToken
  | RevokeToken
  | SuspendAccount
  | ResumeAccount
  | SweepSuspended
  | NoteAct;
