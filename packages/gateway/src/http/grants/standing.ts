/**
 * Pays standing grants: weekly ones by the clock of the leading node, and those for who joins. The id of each payment
 * follows from what it is for, so that it is paid once, whoever pays it and however often.
 */
import type { Account, AccountId, Act, Address, Micros, StandingGrant } from '@bellwether/engine';
import type { Cancel } from '@bellwether/ports/runtime.ts';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure } from '../mount.ts';
import { promiseOf } from '../plugins/admission.ts';
import { notRepeated } from '../plugins/idempotency.ts';
import { type GrantTerms, give } from './give.ts';
import { recipientsOf } from './recipients.ts';

const WEEK_MS = 604_800_000;
const LOOK_EVERY_MS = 60_000;

type Paying = Pick<
  AppDependencies,
  'clock' | 'exchange' | 'houseAccounts' | 'logger' | 'parseAddress' | 'people' | 'runtime' | 'standing' | 'view'
>;

/** Looks each minute for weekly grants that are due. */
export function startStandingGrants(parts: Paying): Cancel {
  let isPaying = false;
  return parts.runtime.timers.every(LOOK_EVERY_MS, () => {
    if (isPaying || (parts.standing !== undefined && parts.standing()?.role !== 'leads')) return;
    isPaying = true;
    void payWeekly(parts).finally(() => {
      isPaying = false;
    });
  });
}

/** Pays the present week of each weekly grant, unless it is paid. Weeks that the venue was down are passed over. */
export async function payWeekly(parts: Paying): Promise<void> {
  for (const terms of [...parts.view.state.grants.standing.values()]) {
    const { standing, every, sinceMs, to } = terms;
    const week = Math.floor((parts.clock() - sinceMs) / WEEK_MS);
    const grant = `${standing}.${sinceMs}.${week}`;
    if (every !== 'week' || week < 0 || parts.view.state.grants.find(grant)?.step === null) continue;
    await attempt(parts, async () => {
      const recipients = await recipientsOf(parts, to.kind === 'all' ? { all: true } : { group: to.group });
      if (isFailure(recipients)) return recipients;
      return pay(parts, { grant, amount: terms.amount, reason: terms.reason }, recipients.accounts);
    });
  }
}

/** Terms of what someone who has just joined is given. */
export interface Joined {
  readonly groups: readonly string[];
  /** Amount that the invitation promised; null: none. */
  readonly promised: Micros | null;
  /** Actor that made the invitation. */
  readonly invitedBy: string | null;
}

const WELCOME = 'Welcome';
/** Id of the grant that pays what the account's invitation promised. */
export const promiseGrant = (account: Address): string => `invitation.${account}`;

/** Pays what is due to an account that has just opened. Called again, it pays only what is missing. */
export async function payJoined(parts: Paying, account: Account, joined: Joined): Promise<void> {
  const { groups, promised, invitedBy } = joined;
  const due = (terms: StandingGrant): boolean =>
    terms.every === 'joining' && (terms.to.kind === 'all' || groups.includes(terms.to.group));
  for (const { standing, amount, reason } of [...parts.view.state.grants.standing.values()].filter(due)) {
    const terms = { grant: `${standing}.${account.address}`, amount, reason };
    await attempt(parts, () => pay(parts, terms, [account.id]));
  }
  if (promised === null || promised === 0) return;
  const terms = { grant: promiseGrant(account.address), amount: promised, reason: WELCOME };
  const act = invitedBy === null ? {} : { act: promiseOf(parts.view.state, invitedBy, 'invited') };
  await attempt(parts, () => pay(parts, terms, [account.id], act));
}

/** `act`: part of each command, if someone promised the money. */
function pay({ exchange, view }: Paying, terms: GrantTerms, accounts: readonly AccountId[], act: { act?: Act } = {}) {
  return give(view, terms, accounts, async (command) => notRepeated(await exchange.submit({ ...command, ...act })));
}

/** A payment that fails is reported, and made at the next occasion. */
async function attempt({ logger }: Paying, work: () => Promise<object>): Promise<void> {
  try {
    const done = await work();
    if (isFailure(done)) logger.error({ problem: done.text }, 'a standing grant could not be paid');
  } catch (error) {
    logger.error({ err: error }, 'a standing grant could not be paid');
  }
}
