/** Asking for the naive exchange: plain lists that are counted each time. Tests only. */
import type { AskingCommand } from '../asking/commands.ts';
import type { SuggestionId } from '../asking/definition.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { type RejectCode, reject } from '../reject.ts';
import { decided, type NaiveState } from './naive-state.ts';

const KINDS: readonly string[] = [
  ...(['AddClarification', 'AddSuggestion', 'DecideSuggestion', 'OpenTrading'] satisfies AskingCommand['kind'][]),
];

export function isAskingCommand<Other extends { readonly kind: string }>(
  command: Other | AskingCommand,
): command is AskingCommand {
  return KINDS.includes(command.kind);
}

export function naiveAsking(state: NaiveState, command: AskingCommand, timeMs: number): Decision {
  const done = command.kind === 'OpenTrading' ? openTrading(state, timeMs) : decideAndDo(state, command, timeMs);
  return typeof done === 'string' ? reject(done) : decided(done);
}

function openTrading(state: NaiveState, timeMs: number): Event[] {
  const openOf = (market: NaiveState['markets'][number]): number => market.terms.openTimeMs ?? 0;
  const waiting = state.markets.filter(({ opened, status }) => !opened && status === 'open');
  const due = waiting.filter((market) => openOf(market) <= timeMs);
  const first = due.toSorted((a, b) => openOf(a) - openOf(b) || a.id - b.id).slice(0, 200);
  for (const market of first) market.opened = true;
  return first.map(({ id }) => ({ kind: 'TradingOpened', market: id }));
}

type Asked = Exclude<AskingCommand, { readonly kind: 'OpenTrading' }>;

function decideAndDo(
  { accounts, asking, catalogEvents }: NaiveState,
  command: Asked,
  timeMs: number,
): Event[] | RejectCode {
  const isEvent = (id: number): boolean => catalogEvents.some((event) => event.id === id);
  if (command.kind === 'AddClarification') {
    const { kind: _, ...said } = command;
    if (!isEvent(command.catalogEvent)) return 'unknown_catalog_event';
    const text = command.text.trim();
    const number = asking.clarified.filter((event) => event === command.catalogEvent).length + 1;
    if (isWrong(text, 2_000) || text === '' || number > 50) return 'asking_invalid';
    asking.clarified.push(command.catalogEvent);
    return [{ kind: 'ClarificationAdded', ...said, text, number }];
  }
  if (command.kind === 'AddSuggestion') {
    if (accounts[command.account] === undefined) return 'unknown_account';
    const [title, description] = [command.title.trim(), command.description.trim()];
    const answers = command.answers.map((answer) => answer.trim());
    const isLine = (text: string, maximum: number) => text !== '' && !text.includes('\n') && !isWrong(text, maximum);
    if (!isLine(title, 200) || isWrong(description, 2_000)) return 'asking_invalid';
    if (answers.length === 1 || answers.length > 20 || new Set(answers).size < answers.length) return 'asking_invalid';
    if (!answers.every((answer) => isLine(answer, 100))) return 'asking_invalid';
    const own = asking.suggestions.filter(({ account }) => account === command.account);
    if (own.filter((one) => one.timeMs > timeMs - 60_000).length >= 20) return 'too_many_suggestions';
    asking.suggestions.push({ account: command.account, timeMs, status: 'waiting' });
    const suggestion = asking.suggestions.length as SuggestionId;
    return [{ ...command, kind: 'SuggestionAdded', suggestion, title, description, answers }];
  }
  const found = asking.suggestions[command.suggestion - 1];
  if (found === undefined) return 'unknown_suggestion';
  if (found.status === command.status) return [];
  if (found.status !== 'waiting') return 'suggestion_decided';
  const note = command.note.trim();
  if (isWrong(note, 500) || (command.status === 'rejected' && command.catalogEvent !== null)) return 'asking_invalid';
  if (command.catalogEvent !== null && !isEvent(command.catalogEvent)) return 'unknown_catalog_event';
  found.status = command.status;
  return [{ ...command, kind: 'SuggestionDecided', note }];
}

/** The generator writes only plain characters and, as invalid ones, tabs. */
const isWrong = (text: string, maximum: number): boolean => text.length > maximum || text.includes('\t');
