/** Describes faults as text: what a rule does, where it applies, and what the presets do. Pure. */
import type { FaultMatch, FaultPreset, FaultRule } from '@bellwether/contract';
import { formatCount, formatFigure, formatPart } from '../format/numbers.ts';
import { clockText } from './words.ts';

type Fault = FaultRule['do'];
export type FaultKind = Fault['kind'];

export const PRESET_WORDS: Readonly<Record<FaultPreset, string>> = {
  'engine-restart': 'Orders and cancels are answered 425, as while an engine restarts. Nothing is done.',
  'timed-out-yet-filled': 'An order’s answer never comes, and the order was placed all the same.',
  'lost-before-it-was-done': 'An order’s answer never comes, and nothing was done.',
  'silent-market-feed': 'The market feed stays open and says nothing more.',
  'silent-user-feed': 'The feed of each account stays open and says nothing more.',
  'gaps-in-the-feed': 'One of seven frames of the market feed is not sent.',
  'doubled-frames': 'One of three frames of every feed is sent twice.',
  'frames-out-of-order': 'One of five frames of the market feed comes behind the next one.',
  'dropped-connections': 'Feeds break off at one of twenty frames.',
  'proxy-refuses': 'Three of ten requests are answered 403 in HTML, as proxies do.',
  'rate-limit-storm': 'Half of all requests are answered 429.',
  overloaded: 'Three of ten requests are answered 503.',
  'slow-answers': 'Every request waits for a second and a half.',
  'cut-off-answers': 'One of five answers to reads breaks off in the middle.',
  'clock-ahead': 'The time that answers tell is two minutes ahead.',
  'settles-later': 'Trades are shown as matched, then mined, and are confirmed seconds later.',
  'settles-at-the-second-try': 'Trades are shown as being tried again before they are confirmed.',
  'matched-yet-failed': 'Trades are shown as matched and fail in the end; the ledger has settled them all the same.',
  'delayed-orders': 'An order that would trade at once is answered as delayed, and comes to the book seconds later.',
  'fills-without-hashes': 'Answers and trades have no transaction hash until the trade is mined.',
  'matched-not-broadcasted': 'Trades are shown as matched and not broadcast for five seconds before they settle.',
  'unmatched-orders': 'An order that would trade at once is answered as delayed, and ends as unmatched seconds later.',
  cutover: 'All open orders are cancelled, and markets of version 1 take no further orders.',
};

export const KIND_WORDS: Readonly<Record<FaultKind, string>> = {
  delay: 'Wait before it is begun',
  drop: 'End without an answer',
  refuse: 'Answer with an error',
  html: 'Answer 403 in HTML',
  truncate: 'Break off in the answer',
  skew: 'Tell a wrong time',
  silence: 'Say nothing',
  double: 'Send twice',
  reorder: 'Send behind the next one',
  disconnect: 'End the connection',
  settle: 'Settle later, or fail',
  'match-later': 'Answer as delayed, and match it later',
  unmatch: 'Answer as delayed, and never match it',
  'old-exchange': 'Refuse orders for markets of version v1',
  wipe: 'Cancel all open orders',
};

export const FEED_WORDS: Readonly<Record<NonNullable<FaultMatch['feed']>, string>> = {
  market: 'Market feed',
  user: 'Feed of each account',
  live: 'Live topics',
  '*': 'All feeds',
};

export function anyText({ kind }: Fault): string {
  if (kind === 'settle') return 'every trade';
  if (kind === 'wipe') return 'every open order';
  return kind === 'match-later' || kind === 'unmatch' ? 'every order' : 'every request';
}

export function faultText(fault: Fault): string {
  return (DOES[fault.kind] as (fault: Fault) => string)(fault);
}

const DOES: { readonly [Kind in FaultKind]: (fault: Extract<Fault, { kind: Kind }>) => string } = {
  delay: ({ ms }) => `Waits ${secondsText(ms)} before it is begun`,
  drop: ({ when }) =>
    when === 'after' ? 'Ends without an answer, and is done all the same' : 'Ends without an answer; nothing is done',
  refuse: ({ status }) => `Answered ${status}; nothing is done`,
  html: () => 'Answered 403 in HTML; nothing is done',
  truncate: () => 'The answer breaks off; it is done',
  skew: ({ seconds }) => `The time is told ${formatCount(Math.abs(seconds))} s ${seconds < 0 ? 'behind' : 'ahead'}`,
  silence: () => 'Frames are not sent',
  double: () => 'Frames are sent twice',
  reorder: () => 'Frames come behind the next one',
  disconnect: () => 'The connection ends',
  settle: settleText,
  'match-later': ({ ms = MATCH_LATER_MS }) => `Answered as delayed, and matched ${secondsText(ms)} later`,
  unmatch: ({ ms = MATCH_LATER_MS }) => `Answered as delayed, and unmatched ${secondsText(ms)} later`,
  'old-exchange': () => 'Orders for markets of version v1 are refused; nothing is done',
  wipe: () => 'All open orders are cancelled, once',
};

const secondsText = (ms: number): string => `${formatFigure(ms / 1_000, 3)} s`;

/** The venue's default if the rule sets no time. */
const MATCH_LATER_MS = 3_000;

function settleText(fault: Extract<Fault, { kind: 'settle' }>): string {
  const { retried = 0, failed = 0 } = fault;
  const ends = [
    ...(retried > 0 ? [`${formatPart(retried)} at the second try`] : []),
    ...(failed > 0 ? [`${formatPart(failed)} not at all`] : []),
  ];
  return `Shown as settled later${timesText(fault)}${ends.length === 0 ? '' : `, ${ends.join(' and ')}`}; the ledger has settled it at once`;
}

/** Returns the times that a rule sets. Times that it does not set are the venue's defaults. */
function timesText({
  unbroadcast_ms,
  hash_ms,
  mined_ms,
  confirmed_ms,
  retrying_ms,
}: Extract<Fault, { kind: 'settle' }>): string {
  const times = [
    ...(unbroadcast_ms === undefined ? [] : [`broadcast after ${secondsText(unbroadcast_ms)}`]),
    ...(hash_ms === undefined ? [] : [`its hash after ${secondsText(hash_ms)}`]),
    ...(mined_ms === undefined ? [] : [`mined after ${secondsText(mined_ms)}`]),
    ...(confirmed_ms === undefined ? [] : [`confirmed ${secondsText(confirmed_ms)} later`]),
    ...(retrying_ms === undefined ? [] : [`tried again for ${secondsText(retrying_ms)}`]),
  ];
  return times.length === 0 ? '' : ` (${times.join(', ')})`;
}

export function matchTexts(match: FaultMatch): readonly string[] {
  const { route, feed, account, market, from, until, nth, every, probability, times } = match;
  return [
    route,
    feed === undefined ? undefined : feed === '*' ? 'all feeds' : `${feed} feed`,
    account,
    market === undefined ? undefined : `market ${market}`,
    from === undefined ? undefined : `from ${momentText(from)}`,
    until === undefined ? undefined : `until ${momentText(until)}`,
    nth === undefined ? undefined : `only number ${formatCount(nth)}`,
    every === undefined ? undefined : `one of every ${formatCount(every)}`,
    probability === undefined ? undefined : `with a chance of ${formatPart(probability)}`,
    times === undefined ? undefined : times === 1 ? 'once' : `at most ${formatCount(times)} times`,
  ].filter((text) => text !== undefined);
}

function momentText(moment: string | number): string {
  const timeMs = typeof moment === 'number' ? moment : Date.parse(moment);
  return Number.isNaN(timeMs) ? String(moment) : clockText(timeMs);
}
