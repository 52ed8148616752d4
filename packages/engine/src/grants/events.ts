/** Events of grants. */
import type { AccountId } from '../units/units.ts';
import type { Grant, StandingTerms } from './commands.ts';

/** A step of a grant was paid: its entry continues with one `Deposited` per wallet. */
export interface GrantPaid extends Omit<Grant, 'kind' | 'wallets'> {
  readonly kind: 'GrantPaid';
  /** Number of wallets credited. */
  readonly people: number;
  /** Last account that this step or an earlier one paid; null: none yet. */
  readonly through: AccountId | null;
}

export interface StandingGrantSet extends StandingTerms {
  readonly kind: 'StandingGrantSet';
}

export type GrantEvent = GrantPaid | StandingGrantSet;
