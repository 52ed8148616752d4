/** The questions of the past, those still open and those decided before, with the price of each at any time. */
import { DRAFTS } from '../catalog/index.ts';
import type { EventDraft } from '../catalog/shape.ts';
import { BEST_KNOWN, type EventInput, eventInput, type MarketInput } from '../catalog/wire.ts';
import { createRandom, type Random } from '../traders/random.ts';
import { DAY_MS, iso, PAST_DAYS } from './calendar.ts';
import { decidedEvents } from './decided.ts';
import type { Decision } from './decided-events.ts';
import { hover, pointOf, priceOf, STEPS_PER_DAY, walk } from './paths.ts';

const STEP_MS = DAY_MS / STEPS_PER_DAY;
const ONE_PPM = 1_000_000;
const PRICE_PPM_MIN = 1_500;
/**
 * Maximum distance of an open question's starting point from its end point, on the line of `paths.ts`, in thousandths.
 */
const DRIFT_THOUSANDTHS = 450;

/** Interest of an event that ends soon. */
const DECIDED_INTEREST = 160;

export interface Question {
  readonly slug: string;
  readonly event: PastEvent;
  readonly tick: number;
  readonly minimumShares: number;
  /** Trading volume weight, from 1; a few questions have most of the total. */
  readonly interest: number;
  /** Value of a share of the first outcome at a time between opening and end, in ppm. */
  pricePpm(timeMs: number): number;
}

export interface PastEvent {
  readonly slug: string;
  readonly input: EventInput;
  readonly opensMs: number;
  /** Time of the decision; null while the event is open. */
  readonly endsMs: number | null;
  readonly decision: Decision | null;
  /** Popularity relative to the others. */
  readonly interest: number;
  readonly questions: readonly Question[];
}

/** All events of a past that begins at `beginMs`, in the order of adding them to the catalog. */
export function pastEvents(beginMs: number, seed: string): PastEvent[] {
  const open = DRAFTS.map((draft) => {
    const random = createRandom(`${seed} ${draft.slug}`);
    const points = draft.markets.length > 1 && draft.negRisk !== true ? ladderPaths : singlePaths;
    const event = { draft, opensMs: beginMs, endsMs: null, decision: null };
    return pastEvent(event, points(draft, random), interestOf(draft.slug, random));
  });
  const decided = decidedEvents(beginMs).map(({ draft, opensMs, endsMs, decision, eve, finalHours }) => {
    const random = createRandom(`${seed} ${draft.slug}`);
    const finalSteps = Math.round((finalHours * 3_600_000) / STEP_MS);
    const steps = Math.round((endsMs - opensMs) / STEP_MS);
    const paths = draft.markets.map(({ slug, fair }, at) => {
      const before = pointOf((eve[at] ?? fair) / 10_000);
      const first = walk(random, pointOf(fair / 10_000), before, steps - finalSteps, 1);
      const last = walk(random, before, endPoint(decision, slug), finalSteps, 2.5);
      return [...first, ...last.slice(1)];
    });
    const event = { draft, opensMs, endsMs, decision };
    return pastEvent(event, paths, DECIDED_INTEREST + random.below(DECIDED_INTEREST));
  });
  return [...open, ...decided];
}

/** End point of a market's price, once everyone knows the result. */
function endPoint(decision: Decision, slug: string): number {
  if (decision === 'void') return 0;
  return decision.includes(slug) ? 2.4 : -2.9;
}

/** Independent paths: each market walks to its catalog price within the ninety days, and hovers around it today. */
function singlePaths(draft: EventDraft, random: Random): number[][] {
  const days = PAST_DAYS * STEPS_PER_DAY;
  return draft.markets.map(({ fair }) => {
    const target = pointOf(fair / 10_000);
    const from = target + (random.below(2 * DRIFT_THOUSANDTHS + 1) - DRIFT_THOUSANDTHS) / 1_000;
    const pace = (60 + random.below(90)) / 100;
    const past = walk(random, from, target, days, pace);
    return [...past, ...hover(random, target, target, STEPS_PER_DAY, pace)];
  });
}

/** Markets of one event without a shared winner are usually steps of one ladder, so they move together. */
function ladderPaths(draft: EventDraft, random: Random): number[][] {
  const days = PAST_DAYS * STEPS_PER_DAY;
  const from = (random.below(2 * DRIFT_THOUSANDTHS + 1) - DRIFT_THOUSANDTHS) / 1_000;
  const common = [...walk(random, from, 0, days, 1), ...hover(random, 0, 0, STEPS_PER_DAY, 1)];
  return draft.markets.map(({ fair }) => {
    const own = [...walk(random, 0, 0, days, 0.25), ...hover(random, 0, 0, STEPS_PER_DAY, 0.25)];
    const target = pointOf(fair / 10_000);
    return common.map((point, step) => target + point + (own[step] ?? 0));
  });
}

function pastEvent(
  { draft, ...of }: Pick<PastEvent, 'opensMs' | 'endsMs' | 'decision'> & { readonly draft: EventDraft },
  paths: readonly (readonly number[])[],
  interest: number,
): PastEvent {
  const prices = paths.map((points) => points.map(priceOf));
  if (draft.negRisk === true) shareOne(prices);
  const input = eventInput(
    draft,
    iso(of.opensMs),
    prices.map(([opening = 0.5]) => opening),
  );
  const questions: Question[] = [];
  const event: PastEvent = { ...of, slug: draft.slug, input, interest, questions };
  for (const [at, market] of input.markets.entries())
    questions.push(question(market, event, prices[at] ?? [], interest));
  return event;
}

/** Exactly one of these markets wins, so their prices always add up to one. */
function shareOne(prices: readonly number[][]): void {
  const steps = prices[0]?.length ?? 0;
  for (let step = 0; step < steps; step += 1) {
    let sum = 0;
    for (const path of prices) sum += path[step] ?? 0;
    for (const path of prices) path[step] = (path[step] ?? 0) / sum;
  }
}

function question(market: MarketInput, event: PastEvent, prices: readonly number[], interest: number): Question {
  const middle = prices[Math.floor(prices.length / 2)] ?? 0.5;
  return {
    slug: market.slug,
    event,
    tick: Math.round(market.orderPriceMinTickSize * 10_000),
    minimumShares: Math.max(1, Math.ceil(market.orderMinSize)),
    // Near-certain questions attract less interest.
    interest: Math.max(1, Math.round(interest * (0.25 + 3 * middle * (1 - middle)))),
    pricePpm: (timeMs) => ppmAt(prices, (timeMs - event.opensMs) / STEP_MS),
  };
}

/** Linear interpolation between two steps. */
function ppmAt(prices: readonly number[], step: number): number {
  const at = Math.min(Math.max(step, 0), prices.length - 1);
  const low = Math.floor(at);
  const before = prices[low] ?? 0.5;
  const after = prices[low + 1] ?? before;
  const ppm = Math.round((before + (after - before) * (at - low)) * ONE_PPM);
  return Math.min(Math.max(ppm, PRICE_PPM_MIN), ONE_PPM - PRICE_PPM_MIN);
}

/** The best-known events first; the others at random with a long tail, so that most questions are quiet. */
function interestOf(slug: string, random: Random): number {
  const rank = BEST_KNOWN.indexOf(slug);
  if (rank >= 0) return Math.round(700 / (1 + rank / 2));
  return 25 + Math.round(160 / (1 + random.below(20)));
}

export function isOpen({ opensMs, endsMs }: PastEvent, timeMs: number): boolean {
  return opensMs <= timeMs && (endsMs === null || timeMs < endsMs);
}
