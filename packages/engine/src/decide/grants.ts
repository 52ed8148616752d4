/** Decides grants. Money comes from outside, as with a deposit. */
import { lineProblem, requiredProblem } from '../community/text.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import type { Grant, SetStandingGrant } from '../grants/commands.ts';
import {
  GRANT_GROUP_LENGTH_MAX,
  GRANT_REASON_LENGTH_MAX,
  GRANTS_MAX,
  STANDING_GRANTS_MAX,
  STEPS_PER_COMMAND_MAX,
} from '../limits.ts';
import { outOfRange, type Reject, reject } from '../reject.ts';
import { accountOf, committed, type State } from '../state.ts';
import { isMicros, MICROS_MAX } from '../units/units.ts';

export function decideGrant(state: Readonly<State>, command: Grant): Decision {
  const { grant, step, last, amount, wallets } = command;
  if (!isMicros(amount) || amount === 0) return outOfRange(amount, MICROS_MAX);
  const reason = command.reason.trim();
  const problem = grant === '' ? 'grant must not be empty' : reasonProblem(reason);
  if (problem !== null) return invalid(problem);
  const known = state.grants.find(grant);
  if (known !== null && (known.amount !== amount || known.reason !== reason))
    return invalid('another grant has this id: its amount or reason differs');
  if (known !== null && (known.step === null || step < known.step)) return accepted([]);
  if (step !== (known?.step ?? 0)) return invalid(`step ${step} is out of turn`);
  if (known === null && state.grants.count >= GRANTS_MAX) return invalid('the venue takes no more grants');
  if (wallets.length > STEPS_PER_COMMAND_MAX || (wallets.length === 0 && !last))
    return invalid(`a step has 1 to ${STEPS_PER_COMMAND_MAX} wallets`);
  let through = known?.through ?? null;
  const paid: Event[] = [];
  for (const id of wallets) {
    const wallet = state.wallets[id];
    if (wallet === undefined) return reject('unknown_wallet');
    const { account, borrowed, address } = wallet;
    if (borrowed) return reject('wallet_borrowed', { wallet: address, account: accountOf(state, account).address });
    if (through !== null && account <= through) return invalid('wallets must be in the order of their accounts');
    through = account;
    paid.push({ kind: 'Deposited', wallet: id, amount });
  }
  // Exact: both factors are bounded, and a sum past 2^53 cannot round to one within the limit.
  if (committed(state.totals) + amount * paid.length > MICROS_MAX)
    return reject('deposit_limit', { maximum: MICROS_MAX });
  return accepted([{ kind: 'GrantPaid', grant, step, last, amount, reason, people: paid.length, through }, ...paid]);
}

export function decideSetStandingGrant(state: Readonly<State>, command: SetStandingGrant): Decision {
  const { standing, every, amount, to } = command;
  const terms = { standing, every, amount, to, reason: command.reason.trim() };
  if (!isMicros(amount)) return outOfRange(amount, MICROS_MAX);
  if (standing === '') return invalid('standing must not be empty');
  const ofGroup = to.kind === 'all' ? null : requiredProblem(to.group, GRANT_GROUP_LENGTH_MAX);
  const problem = ofGroup === null ? reasonProblem(terms.reason) : `group ${ofGroup}`;
  if (problem !== null) return invalid(problem);
  const known = state.grants.standing.get(standing);
  if (known === undefined && amount === 0) return accepted([]);
  if (known === undefined && state.grants.standing.size >= STANDING_GRANTS_MAX)
    return invalid(`a venue has at most ${STANDING_GRANTS_MAX} standing grants`);
  const isSame =
    known !== undefined &&
    known.every === terms.every &&
    known.amount === amount &&
    known.reason === terms.reason &&
    groupOf(known.to) === groupOf(to);
  return accepted(isSame ? [] : [{ kind: 'StandingGrantSet', ...terms }]);
}

const groupOf = (to: SetStandingGrant['to']): string | null => (to.kind === 'group' ? to.group : null);

function reasonProblem(reason: string): string | null {
  const problem = requiredProblem(reason, GRANT_REASON_LENGTH_MAX) ?? lineProblem(reason);
  return problem === null ? null : `reason ${problem}`;
}

const invalid = (reason: string): Reject => reject('grant_invalid', { reason });
