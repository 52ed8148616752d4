/** Converts requested faults into armed rules, and back. */
import {
  conditionIdText,
  type FaultMatch,
  type FaultPreset,
  type FaultRule,
  type FaultWish,
  ORDER_ROUTES,
  ROUTES,
  type Route,
} from '@bellwether/contract';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import { parseMoment } from '@bellwether/wire/forms/moment.ts';
import { SandboxRefused } from '../control.ts';
import { type ArmedRule, type Fault, isOfRoute, metBy, type RuleBook } from './rule-book.ts';

type PresetRule = { readonly match: FaultMatch; readonly do: Fault };

/** Routes for orders and cancels. */
const TRADING = Object.values(ORDER_ROUTES)
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`);

const each = (routes: readonly string[], fault: Fault): PresetRule[] =>
  routes.map((route) => ({ match: { route }, do: fault }));

const PRESETS: Readonly<Record<FaultPreset, readonly PresetRule[]>> = {
  'engine-restart': each(TRADING, { kind: 'refuse', status: 425 }),
  'timed-out-yet-filled': [{ match: { route: 'POST /order' }, do: { kind: 'drop', when: 'after' } }],
  'lost-before-it-was-done': [{ match: { route: 'POST /order' }, do: { kind: 'drop', when: 'before' } }],
  'silent-market-feed': [{ match: { feed: 'market' }, do: { kind: 'silence' } }],
  'silent-user-feed': [{ match: { feed: 'user' }, do: { kind: 'silence' } }],
  'gaps-in-the-feed': [{ match: { feed: 'market', every: 7 }, do: { kind: 'silence' } }],
  'doubled-frames': [{ match: { feed: '*', every: 3 }, do: { kind: 'double' } }],
  'frames-out-of-order': [{ match: { feed: 'market', every: 5 }, do: { kind: 'reorder' } }],
  'dropped-connections': [{ match: { feed: '*', every: 20 }, do: { kind: 'disconnect' } }],
  'proxy-refuses': [{ match: { route: '/*', probability: 0.3 }, do: { kind: 'html' } }],
  'rate-limit-storm': [{ match: { route: '/*', probability: 0.5 }, do: { kind: 'refuse', status: 429 } }],
  overloaded: [{ match: { route: '/*', probability: 0.3 }, do: { kind: 'refuse', status: 503 } }],
  'slow-answers': [{ match: { route: '/*' }, do: { kind: 'delay', ms: 1_500 } }],
  'cut-off-answers': [{ match: { route: 'GET /*', probability: 0.2 }, do: { kind: 'truncate' } }],
  'clock-ahead': [{ match: { route: '/*' }, do: { kind: 'skew', seconds: 120 } }],
  'settles-later': [{ match: {}, do: { kind: 'settle' } }],
  'settles-at-the-second-try': [{ match: {}, do: { kind: 'settle', retried: 1 } }],
  'matched-yet-failed': [{ match: {}, do: { kind: 'settle', failed: 1 } }],
  'delayed-orders': [{ match: {}, do: { kind: 'match-later' } }],
  'fills-without-hashes': [{ match: {}, do: { kind: 'settle', hash_ms: 2_000 } }],
  'matched-not-broadcasted': [{ match: {}, do: { kind: 'settle', unbroadcast_ms: 5_000 } }],
  'unmatched-orders': [{ match: {}, do: { kind: 'unmatch' } }],
  cutover: [
    { match: {}, do: { kind: 'wipe' } },
    { match: {}, do: { kind: 'old-exchange' } },
  ],
};

/** Returns the rules for a requested fault. Throws `SandboxRefused` for a fault that could never take effect. */
export function rulesOf(
  { preset, match = {}, do: fault, seed }: FaultWish,
  view: VenueView,
  ownSeed: number,
): ArmedRule[] {
  if (preset === undefined && fault === undefined) throw new SandboxRefused('do or preset says what goes wrong');
  if (preset !== undefined && fault !== undefined) throw new SandboxRefused('do and preset say the same: give one');
  const wanted =
    preset === undefined
      ? [{ match, do: fault as Fault }]
      : PRESETS[preset].map((rule) => ({ ...rule, match: { ...rule.match, ...match } }));
  return wanted.map((rule) => {
    refuseForeignMatch(rule.match, rule.do);
    return {
      preset: preset ?? null,
      match: rule.match,
      do: rule.do,
      seed: seed ?? ownSeed,
      fromMs: momentOf(rule.match.from, 'match.from', Number.NEGATIVE_INFINITY),
      untilMs: momentOf(rule.match.until, 'match.until', Number.POSITIVE_INFINITY),
      marketTexts: rule.match.market === undefined ? [] : textsOfMarket(rule.match.market, view),
    };
  });
}

/** Throws if a rule matches on something that its fault never concerns, and so could never take effect. */
function refuseForeignMatch(match: FaultMatch, fault: Fault): void {
  const { kind } = fault;
  const met = metBy(fault);
  if (met === 'frame' && match.feed === undefined)
    throw new SandboxRefused(`match.feed says of which feed: ${kind} is done to frames`);
  if (met !== 'frame' && match.feed !== undefined)
    throw new SandboxRefused(
      `match.feed does not go with ${kind}, which is done to ${met === 'moment' ? 'order' : met}s`,
    );
  if (met === 'frame' && (match.route ?? match.account) !== undefined)
    throw new SandboxRefused(`match.route and match.account do not go with ${kind}, which is done to frames`);
  if ((met === 'trade' || met === 'order') && match.route !== undefined)
    throw new SandboxRefused(`match.route does not go with ${kind}, which is done to ${met}s`);
  const counts = match.nth ?? match.every ?? match.probability ?? match.times;
  if (met === 'moment' && (match.route ?? counts) !== undefined)
    throw new SandboxRefused(
      `match.route, nth, every, probability and times do not go with ${kind}, which happens once`,
    );
  if (fault.kind === 'settle' && (fault.retried ?? 0) + (fault.failed ?? 0) > 1)
    throw new SandboxRefused('do.retried and do.failed are shares of the same trades: at most 1 together');
  if (match.route !== undefined && !namesRoute(match.route))
    throw new SandboxRefused(`match.route names no route: ${match.route}`);
}

/** True if a request could match; parameters of a path may have any values. */
export function namesRoute(wanted: string, routes: readonly Route[] = ROUTES): boolean {
  const parts = wanted.split('/');
  return routes.some(({ method, path: pattern }) => {
    const path = pattern.split('/').map((part, at) => (part.startsWith(':') ? (parts[at] ?? part) : part));
    return isOfRoute(wanted, { method, path: path.join('/'), pattern });
  });
}

export const ruleOf = ({ id, rule, matched, injected }: RuleBook['rules'][number]): FaultRule => ({
  id,
  preset: rule.preset,
  match: rule.match,
  do: rule.do,
  matched,
  injected,
});

function momentOf(value: number | string | undefined, field: string, unsaid: number): number {
  if (value === undefined) return unsaid;
  const parsed = parseMoment(value);
  if (typeof parsed === 'number') return parsed;
  throw new SandboxRefused(`${field} ${parsed}`);
}

/** Condition id and token ids of a market. Everything about the market contains at least one. */
function textsOfMarket(name: string, { state }: VenueView): string[] {
  const byToken = state.tokens.get(name as never);
  const id =
    byToken?.market ?? state.marketsBySlug.get(name) ?? state.marketsByCondition.get(conditionIdText(name) as never);
  const market = id === undefined ? undefined : state.markets[id];
  if (market === undefined) throw new SandboxRefused(`match.market names no market: ${name}`);
  return [market.conditionId, ...market.tokenIds];
}
