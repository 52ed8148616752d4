/** Decides proposals of results, their disputes, confirmation and withdrawal, and reversals of paid results. */

import type { Stamp } from '../command.ts';
import { requiredProblem, textProblem } from '../community/text.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { paidBy, paying } from '../ledger/corrections.ts';
import { RESULT_NOTE_LENGTH_MAX, RESULT_SOURCE_LENGTH_MAX, RESULT_WINDOW_MS_MAX } from '../limits.ts';
import type { Market } from '../market/market.ts';
import { type Reject, reject } from '../reject.ts';
import type {
  ConfirmResult,
  ConfirmResults,
  DisputeResult,
  ProposeResult,
  ReverseResult,
  WithdrawResult,
} from '../results/commands.ts';
import type { Proposal } from '../results/proposal.ts';
import { marketOf, type State } from '../state.ts';
import { assert, type MarketId } from '../units/units.ts';
import { claimsWithin, invalid, replacementOf, resolvedTogether, resultOf } from './named-results.ts';
import { alreadyResolved, idOf, refuseProposed, resolvedMarkets } from './resolve.ts';

export function decideProposeResult(state: Readonly<State>, command: ProposeResult, { timeMs }: Stamp): Decision {
  const { scope, result, windowMs } = command;
  const words = trimmed(command, { source: 0, note: 0, by: 1 });
  if ('kind' in words) return words;
  if (!Number.isSafeInteger(windowMs) || windowMs < 0 || windowMs > RESULT_WINDOW_MS_MAX)
    return invalid(`windowMs must be a whole number in 0..${RESULT_WINDOW_MS_MAX}`);
  const named = resultOf(state, scope, result);
  if ('kind' in named) return named;
  const refusal = refuseProposed(state, named.events);
  if (refusal !== null) return refusal;
  const markets = resolvedMarkets(state, named.events).map(idOf);
  const proposed = { market: markets[0] as MarketId, markets, scope, result, ...words, endsMs: timeMs + windowMs };
  return accepted([{ kind: 'ResultProposed', ...proposed }]);
}

export function decideDisputeResult(state: Readonly<State>, command: DisputeResult): Decision {
  const { account } = command;
  if (account !== null && state.accounts[account] === undefined) return reject('unknown_account');
  const proposal = proposalOf(state, command.market);
  if ('kind' in proposal) return proposal;
  const { market, markets, dispute } = proposal;
  if (dispute !== null) return reject('result_disputed', { market: marketOf(state, command.market).conditionId });
  const words = trimmed(command, { reason: 1 });
  if ('kind' in words) return words;
  return accepted([{ kind: 'ResultDisputed', market, markets, account, ...words }]);
}

export function decideConfirmResult(state: Readonly<State>, command: ConfirmResult): Decision {
  const proposal = proposalOf(state, command.market);
  if ('kind' in proposal) return proposal;
  const words = trimmed(command, { by: 1, note: 0 });
  if ('kind' in words) return words;
  const confirmed = confirm(state, proposal, words);
  return 'kind' in confirmed ? confirmed : accepted(confirmed);
}

/** A result that can no longer be confirmed is withdrawn by the venue. */
export function decideConfirmResults(state: Readonly<State>, _command: ConfirmResults, { timeMs }: Stamp): Decision {
  const [market] = state.proposals.due(timeMs, 1);
  if (market === undefined) return accepted([]);
  const { proposal } = marketOf(state, market);
  assert(proposal !== null, `no result of market ${market} is proposed`);
  const confirmed = confirm(state, proposal, { by: null, note: '' });
  if (!('kind' in confirmed)) return accepted(confirmed);
  const reason = `the result cannot be confirmed: ${confirmed.details['reason'] ?? confirmed.code}`;
  return accepted([{ kind: 'ResultWithdrawn', market, markets: proposal.markets, by: null, reason }]);
}

export function decideWithdrawResult(state: Readonly<State>, command: WithdrawResult): Decision {
  const proposal = proposalOf(state, command.market);
  if ('kind' in proposal) return proposal;
  const words = trimmed(command, { by: 1, reason: 0 });
  if ('kind' in words) return words;
  const { market, markets } = proposal;
  return accepted([{ kind: 'ResultWithdrawn', market, markets, ...words }]);
}

export function decideReverseResult(state: Readonly<State>, command: ReverseResult): Decision {
  const words = trimmed(command, { by: 1, note: 1 });
  if ('kind' in words) return words;
  const covered = resolvedTogether(state, command.scope, command.to.kind === 'open');
  if ('kind' in covered) return covered;
  const to = command.to.kind === 'open' ? null : replacementOf(state, command.scope, command.to, covered);
  if (to !== null && 'kind' in to) return to;
  const standing = to?.every(([id, first]) => paidBy(marketOf(state, id))?.[0] === (first ?? undefined));
  if (standing === true) return alreadyResolved(covered[0] as Market);
  const markets = covered.map(idOf);
  const claims = claimsWithin(state, {
    markets,
    from: covered.map(paidBy),
    to: to?.map(([, first]) => paying(first)) ?? null,
  });
  if (typeof claims !== 'number') return claims;
  return accepted([{ kind: 'ResultReversed', market: markets[0] as MarketId, markets, to, claims, ...words }]);
}

function proposalOf(state: Readonly<State>, id: MarketId): Proposal | Reject {
  const market = state.markets[id];
  if (market === undefined) return reject('unknown_market');
  return market.proposal ?? reject('result_not_proposed', { market: market.conditionId });
}

/** The events of a confirmation, or why the result is no longer possible. */
function confirm(
  state: Readonly<State>,
  { market, scope, result }: Proposal,
  words: { readonly by: string | null; readonly note: string },
): readonly Event[] | Reject {
  const named = resultOf(state, scope, result);
  if ('kind' in named) return named;
  const { events, refund } = named;
  return [{ kind: 'ResultConfirmed', market, ...words, ...(refund !== undefined && { refund }) }, ...events];
}

const LENGTHS = {
  ...{ by: RESULT_SOURCE_LENGTH_MAX, source: RESULT_SOURCE_LENGTH_MAX },
  ...{ note: RESULT_NOTE_LENGTH_MAX, reason: RESULT_NOTE_LENGTH_MAX },
} as const;

/** The texts of a command, trimmed; 1 marks those that must not be empty. */
function trimmed<Name extends keyof typeof LENGTHS>(
  command: Readonly<Record<NoInfer<Name>, string>>,
  needed: Readonly<Record<Name, 0 | 1>>,
): Readonly<Record<Name, string>> | Reject {
  const words: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(needed) as Name[]) {
    const text = command[name].trim();
    const problem = (needed[name] === 1 ? requiredProblem : textProblem)(text, LENGTHS[name]);
    if (problem !== null) return invalid(`${name} ${problem}`);
    words[name] = text;
  }
  return words as Record<Name, string>;
}
