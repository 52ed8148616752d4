/** Commands of the life of a result, made of what operators and members write. */
import { WINDOW_HOURS } from '@bellwether/contract';
import type { AccountId, MarketId, NamedResult, ResultCommand, ResultScope } from '@bellwether/engine';
import { isInvisible, pastedText } from '@bellwether/read-model/community/answer/comment-output.ts';
import { badRequest, type Failure } from '@bellwether/wire/failure.ts';
import { credentialsProblem } from '@bellwether/wire/forms/link.ts';

const HOUR_MS = 3_600_000;
/** Actor of an operator's commands. */
const by = 'operator';

export type Grounds = { readonly source?: string; readonly note?: string; readonly windowHours?: number };

type Made = ResultCommand | Failure;

export function proposal(scope: ResultScope, result: NamedResult, grounds: Grounds): Made {
  const { windowHours = WINDOW_HOURS } = grounds;
  const [source, note] = [written(grounds.source), written(grounds.note)];
  const problem = credentialsProblem(source);
  if (problem !== null) return badRequest(`source ${problem}`);
  return { kind: 'ProposeResult', scope, result, source, note, windowMs: Math.round(windowHours * HOUR_MS), by };
}

export function confirmation(market: MarketId, { note }: { readonly note?: string }): Made {
  return { kind: 'ConfirmResult', market, note: written(note), by };
}

export function withdrawal(market: MarketId, { reason }: { readonly reason?: string }): Made {
  return { kind: 'WithdrawResult', market, reason: written(reason), by };
}

/** `account`: null for the operator. */
export function dispute(market: MarketId, account: AccountId | null, reason: string): Made {
  return refuseEmpty('reason', reason) ?? { kind: 'DisputeResult', market, account, reason: written(reason) };
}

export function reversal(scope: ResultScope, to: NamedResult | { readonly kind: 'open' }, note: string): Made {
  return refuseEmpty('note', note) ?? { kind: 'ReverseResult', scope, to, note: written(note), by };
}

function written(text = ''): string {
  return pastedText(text).trim();
}

function refuseEmpty(field: string, text: string): Failure | null {
  return isInvisible(text) ? badRequest(`${field} must not be empty`) : null;
}
