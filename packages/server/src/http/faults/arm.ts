/** From what is wished for to rules that can be met, and back. */
import type { FaultRule, FaultWish } from '@bellwether/contract';
import { SandboxRefused } from '../../ports/sandbox.ts';
import type { VenueView } from '../../ports/venue-view.ts';
import { parseMoment } from '../../wire/forms/moment.ts';
import { PRESETS } from './presets.ts';
import type { ArmedRule, Fault, RuleBook } from './rule-book.ts';

/** Kinds that are for frames; all others are for requests. */
const OF_FRAMES: ReadonlySet<Fault['kind']> = new Set<Fault['kind']>(['silence', 'double', 'reorder', 'disconnect']);

/** The rules that a wish stands for. Throws `SandboxRefused` for one that could never do anything. */
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
    const isOfFrames = OF_FRAMES.has(rule.do.kind);
    if (isOfFrames && rule.match.feed === undefined)
      throw new SandboxRefused(`match.feed says of which feed: ${rule.do.kind} is done to frames`);
    if (!isOfFrames && rule.match.feed !== undefined)
      throw new SandboxRefused(`match.feed does not go with ${rule.do.kind}, which is done to requests`);
    if (isOfFrames && (rule.match.route ?? rule.match.account) !== undefined)
      throw new SandboxRefused(`match.route and match.account are of requests: ${rule.do.kind} is done to frames`);
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

/** Its condition id and token ids: one of them is in all that is about it. */
function textsOfMarket(name: string, { state }: VenueView): string[] {
  const byToken = state.tokens.get(name as never);
  const id =
    byToken?.market ?? state.marketsBySlug.get(name) ?? state.marketsByCondition.get(name.toLowerCase() as never);
  const market = id === undefined ? undefined : state.markets[id];
  if (market === undefined) throw new SandboxRefused(`match.market names no market: ${name}`);
  return [market.conditionId, ...market.tokenIds];
}
