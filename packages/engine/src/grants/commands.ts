/**
 * Commands of grants: money that the operator gives to many accounts at once. A grant of any size is given in steps, each
 * of which is paid once, in the order of the accounts: so that one that was interrupted goes on where it stopped.
 */
import type { Micros, WalletId } from '../units/units.ts';

/** Credits `amount` to each wallet, as step `step` of a grant. No effect if the step was paid before. */
export interface Grant {
  readonly kind: 'Grant';
  /** Id of the grant. */
  readonly grant: string;
  /** 0, 1, 2, … */
  readonly step: number;
  /** True if no step follows: the grant is then complete for good. */
  readonly last: boolean;
  readonly amount: Micros;
  /** One line that every recipient reads in the statement of cash. */
  readonly reason: string;
  /**
   * At most STEPS_PER_COMMAND_MAX wallets of different accounts, in the order of the accounts, all after those of earlier
   * steps.
   */
  readonly wallets: readonly WalletId[];
}

/** Recipients of a standing grant: everyone, or members of a group of the people store, by its id. */
export type StandingRecipients = { readonly kind: 'all' } | { readonly kind: 'group'; readonly group: string };

/** Times of a standing grant: it is given to its recipients each week, or once to each account that joins from now on. */
type StandingTime = 'week' | 'joining';

export interface StandingTerms {
  /** Id of the standing grant. */
  readonly standing: string;
  readonly every: StandingTime;
  readonly amount: Micros;
  readonly reason: string;
  readonly to: StandingRecipients;
}

/** Sets or replaces a standing grant; an amount of 0 ends it. No effect if nothing differs. */
export interface SetStandingGrant extends StandingTerms {
  readonly kind: 'SetStandingGrant';
}

export type GrantCommand = Grant | SetStandingGrant;
