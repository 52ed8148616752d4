/** Gives a grant in steps. One that was interrupted goes on behind the last account that was paid. */
import {
  type AccountId,
  accountOf,
  type Command,
  committed,
  type Grant,
  type GrantProgress,
  MICROS_MAX,
  reject,
  STEPS_PER_COMMAND_MAX,
} from '@bellwether/engine';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import { type Failure, RETRY_SECONDS, retryLater } from '@bellwether/wire/failure.ts';
import type { FirstOutcome } from '../plugins/idempotency.ts';
import { rejectFailure } from '../reject-failure.ts';
import { walletToPay } from './recipients.ts';

export type GrantTerms = Pick<Grant, 'grant' | 'amount' | 'reason'>;

/** Refuses more than the venue can hold, before the first step. */
export function refuseTooMuch({ state }: VenueView, { grant, amount }: GrantTerms, people: number): Failure | null {
  const left = people - (state.grants.find(grant)?.people ?? 0);
  const isTooMuch = committed(state.totals) + amount * left > MICROS_MAX;
  return isTooMuch ? rejectFailure(reject('deposit_limit', { maximum: MICROS_MAX })) : null;
}

/** `accounts` are in order. Returns the completed grant. */
export async function give(
  view: VenueView,
  terms: GrantTerms,
  accounts: readonly AccountId[],
  submit: (command: Command) => Promise<FirstOutcome>,
): Promise<GrantProgress | Failure> {
  let tried = -1;
  let at = 0;
  for (;;) {
    const { state } = view;
    const known = state.grants.find(terms.grant);
    const { amount, reason } = known ?? terms;
    const isOther = amount !== terms.amount || reason !== terms.reason;
    if (known !== null && known.step === null && !isOther) return known;
    const step = known?.step ?? 0;
    // Another node pays the same grant.
    if (step <= tried) return retryLater('unavailable', RETRY_SECONDS);
    tried = step;
    const after = known?.through ?? -1;
    while ((accounts[at] ?? Number.POSITIVE_INFINITY) <= after) at++;
    const wallets = accounts
      .slice(at, at + STEPS_PER_COMMAND_MAX)
      .map((id) => walletToPay(state, accountOf(state, id)))
      .filter((wallet) => wallet !== null);
    const last = accounts.length - at <= STEPS_PER_COMMAND_MAX;
    const outcome = await submit({ kind: 'Grant', ...terms, step, last, wallets });
    // A step that someone else paid meanwhile is refused or has no effect; the view shows it.
    if (outcome.kind === 'reject' && (view.state.grants.find(terms.grant)?.step ?? 0) === step)
      return rejectFailure(outcome);
  }
}
