/** Decides clarifications, suggestions, and the opening of trading. They are independent of the trading mode. */
import type { AddClarification, AddSuggestion, DecideSuggestion } from '../asking/commands.ts';
import type { SuggestionId } from '../asking/definition.ts';
import { lineProblem, requiredProblem, textProblem } from '../community/text.ts';
import { accepted, type Decision } from '../decision.ts';
import {
  CLARIFICATION_LENGTH_MAX,
  CLARIFICATIONS_PER_EVENT_MAX,
  COMMENTS_PER_WINDOW_MAX,
  STEPS_PER_COMMAND_MAX,
  SUGGESTION_ANSWER_LENGTH_MAX,
  SUGGESTION_ANSWERS_MAX,
  SUGGESTION_DESCRIPTION_LENGTH_MAX,
  SUGGESTION_NOTE_LENGTH_MAX,
  SUGGESTION_TITLE_LENGTH_MAX,
  SUGGESTIONS_MAX,
  SUGGESTIONS_PER_ACCOUNT_MAX,
} from '../limits.ts';
import type { MarketTerms } from '../market/definition.ts';
import type { Market } from '../market/market.ts';
import { reject } from '../reject.ts';
import type { State } from '../state.ts';
import { refuseHaste } from './community.ts';

export function decideAddClarification(state: Readonly<State>, command: AddClarification): Decision {
  const { catalogEvent } = command;
  if (!state.catalogEvents.has(catalogEvent)) return reject('unknown_catalog_event');
  const text = command.text.trim();
  const problem = requiredProblem(text, CLARIFICATION_LENGTH_MAX);
  if (problem !== null) return reject('asking_invalid', { reason: `text ${problem}` });
  const number = (state.asking.clarifications.get(catalogEvent) ?? 0) + 1;
  if (number > CLARIFICATIONS_PER_EVENT_MAX)
    return reject('asking_invalid', { reason: `an event has at most ${CLARIFICATIONS_PER_EVENT_MAX} clarifications` });
  return accepted([{ kind: 'ClarificationAdded', catalogEvent, number, text }]);
}

export function decideAddSuggestion(state: Readonly<State>, command: AddSuggestion, timeMs: number): Decision {
  const { account, endDate } = command;
  if (state.accounts[account] === undefined) return reject('unknown_account');
  const text = {
    title: command.title.trim(),
    description: command.description.trim(),
    answers: command.answers.map((answer) => answer.trim()),
    endDate,
  };
  const reason = suggestionProblem(text);
  if (reason !== null) return reject('asking_invalid', { reason });
  const { asking } = state;
  const own = asking.suggestionsOf(account);
  if (asking.suggestionCount >= SUGGESTIONS_MAX)
    return reject('asking_invalid', { reason: 'the venue takes no more suggestions' });
  if (own.length >= SUGGESTIONS_PER_ACCOUNT_MAX)
    return reject('asking_invalid', {
      reason: `an account may suggest at most ${SUGGESTIONS_PER_ACCOUNT_MAX} questions`,
    });
  const oldestMs = own.at(-COMMENTS_PER_WINDOW_MAX)?.timeMs ?? null;
  const refusal = refuseHaste('too_many_suggestions', oldestMs, timeMs);
  if (refusal !== null) return refusal;
  const suggestion = (asking.suggestionCount + 1) as SuggestionId;
  return accepted([{ kind: 'SuggestionAdded', suggestion, account, ...text }]);
}

function suggestionProblem({ title, description, answers }: Omit<AddSuggestion, 'kind' | 'account'>): string | null {
  const ofTitle = requiredProblem(title, SUGGESTION_TITLE_LENGTH_MAX) ?? lineProblem(title);
  if (ofTitle !== null) return `title ${ofTitle}`;
  const ofDescription = textProblem(description, SUGGESTION_DESCRIPTION_LENGTH_MAX);
  if (ofDescription !== null) return `description ${ofDescription}`;
  if (answers.length === 1 || answers.length > SUGGESTION_ANSWERS_MAX)
    return `answers must be none, or 2 to ${SUGGESTION_ANSWERS_MAX}`;
  for (const [index, answer] of answers.entries()) {
    const problem = requiredProblem(answer, SUGGESTION_ANSWER_LENGTH_MAX) ?? lineProblem(answer);
    if (problem !== null) return `answers[${index}] ${problem}`;
    if (answers.indexOf(answer) !== index) return `answers[${index}] is there twice`;
  }
  return null;
}

export function decideSuggestion(state: Readonly<State>, command: DecideSuggestion): Decision {
  const { suggestion, status, catalogEvent } = command;
  const found = state.asking.suggestion(suggestion);
  if (found === null) return reject('unknown_suggestion');
  if (found.status === status) return accepted([]);
  if (found.status !== 'waiting') return reject('suggestion_decided', { status: found.status });
  const note = command.note.trim();
  const problem = textProblem(note, SUGGESTION_NOTE_LENGTH_MAX);
  if (problem !== null) return reject('asking_invalid', { reason: `note ${problem}` });
  if (catalogEvent !== null && status === 'rejected')
    return reject('asking_invalid', { reason: 'eventId is only for an approval' });
  if (catalogEvent !== null && !state.catalogEvents.has(catalogEvent)) return reject('unknown_catalog_event');
  return accepted([{ kind: 'SuggestionDecided', suggestion, status, note, catalogEvent }]);
}

/** Opens markets whose opening time has come, earliest first. */
export function decideOpenTrading(state: Readonly<State>, timeMs: number): Decision {
  const due = state.asking.openings.due(timeMs, STEPS_PER_COMMAND_MAX);
  return accepted(due.map((market) => ({ kind: 'TradingOpened', market })));
}

/** Reason for refusing an opening time, alone or with the closing time, or null. `market`: as it is before a change. */
export function openTimeProblem(terms: Partial<MarketTerms>, market: Readonly<Market> | null = null): string | null {
  const { openTimeMs } = terms;
  if (typeof openTimeMs === 'number') {
    if (!Number.isSafeInteger(openTimeMs) || openTimeMs < 0) return 'open time is out of range';
    if (market !== null && market.openTimeMs === null) return 'trading has opened, so that it can have no open time';
  }
  const open = openTimeMs === undefined ? market?.openTimeMs : openTimeMs;
  const close = terms.closeTimeMs === undefined ? market?.closeTimeMs : terms.closeTimeMs;
  const isBefore = typeof open !== 'number' || typeof close !== 'number' || open < close;
  return isBefore ? null : 'open time must be before close time';
}
