/**
 * Converts drafts to the wire form. All ids are hashes of slugs, so that the demo has the same ids on every install.
 * Changing a slug creates another market.
 */
import { hash } from 'node:crypto';
import { apportion, MILLION, OPENING_CHANCE_MIN } from '@bellwether/contract';
import { type EventDraft, type MarketDraft, TAGS } from './shape.ts';

const OPENED = '2026-11-02T00:00:00Z';
const DEFAULT_TICK = 0.01;
const DEFAULT_MINIMUM_SIZE = 5;
const DEPTH_MIN = 1_500;
const DEPTH_MAX = 12_000;

/** The most popular events, in order. */
export const BEST_KNOWN: readonly string[] = [
  'northern-football-league-2027-champion',
  'ecb-rate-decision-march-2027',
  'next-people-on-the-moon',
  'global-temperature-rank-2027',
  'euro-area-inflation-december-2027',
  'ai-mathematics-olympiad-2027',
  'harbour-film-awards-2027-best-film',
  'coffee-price-2027',
  'night-train-north-south-2028',
  'arctic-sea-ice-minimum-2027',
  'robot-half-marathon-2027',
];

/** A 32-byte hash in hex, unique to one part of one item of this catalog. */
function derivedHash(part: string, slug: string): string {
  return `0x${hash('sha256', `bellwether demo catalog: ${part} of ${slug}`, 'hex')}`;
}

function derivedToken(outcome: 0 | 1, slug: string): string {
  return BigInt(derivedHash(`token ${outcome}`, slug)).toString();
}

/** An event and a market as `POST /admin/events` takes them. */
export type EventInput = Readonly<ReturnType<typeof eventInput>>;
export type MarketInput = EventInput['markets'][number];

/** Converts a draft. `opened`: ISO 8601; `prices`: of each market then, from 0 to 1. */
export function eventInput(draft: EventDraft, opened: string = OPENED, prices = draft.markets.map(fairPrice)) {
  const negRisk = draft.negRisk ?? false;
  return {
    title: draft.title,
    slug: draft.slug,
    description: draft.description,
    resolutionSource: draft.source,
    image: '',
    icon: '',
    startDate: opened,
    endDate: draft.endDate,
    negRisk,
    negRiskMarketID: negRisk ? derivedHash('group', draft.slug) : '',
    tags: draft.tags.map((slug) => ({ label: TAGS[slug], slug })),
    series: draft.series === undefined ? [] : [draft.series],
    markets: draft.markets.map((market) => marketInput(market, draft, negRisk, opened)),
    houseMaker: houseMaker(draft, prices),
    eventMetadata: draft.numeric === undefined ? {} : { numeric: draft.numeric },
  };
}

const fairPrice = ({ fair }: MarketDraft): number => fair / 10_000;

/** The house opens at these prices, which are made to add to one if one market wins. */
function houseMaker({ slug, negRisk = false }: EventDraft, prices: readonly number[]) {
  const parts = negRisk ? apportion(prices, OPENING_CHANCE_MIN) : prices.map((price) => Math.round(price * MILLION));
  const least = Math.min(...parts, ...(negRisk ? [] : parts.map((part) => MILLION - part)));
  // The largest loss of a scoring rule of this depth for each curve, in whole hundreds.
  const loss = (negRisk ? 1 : parts.length) * depthOf(slug) * Math.log(MILLION / least);
  return { subsidy: 100 * Math.ceil(loss / 100), probabilities: parts.map((part) => part / MILLION) };
}

/** Shares that move a price by about a quarter of its distance to 0 and 1, in each market of an event. */
function depthOf(slug: string): number {
  const rank = BEST_KNOWN.indexOf(slug);
  return rank < 0 ? DEPTH_MIN : Math.max(DEPTH_MIN, Math.round(DEPTH_MAX / (1 + rank / 2)));
}

function marketInput(draft: MarketDraft, event: EventDraft, negRisk: boolean, opened: string) {
  const { slug } = draft;
  return {
    question: draft.question,
    slug,
    conditionId: derivedHash('condition', slug),
    questionID: derivedHash('question', slug),
    clobTokenIds: [derivedToken(0, slug), derivedToken(1, slug)] as const,
    outcomes: draft.outcomes ?? (['Yes', 'No'] as const),
    groupItemTitle: draft.label ?? '',
    description: draft.description ?? event.description,
    resolutionSource: event.source,
    image: '',
    icon: '',
    startDate: opened,
    endDate: draft.endDate ?? event.endDate,
    orderPriceMinTickSize: draft.tick ?? event.tick ?? DEFAULT_TICK,
    orderMinSize: event.minimumSize ?? DEFAULT_MINIMUM_SIZE,
    makerBaseFee: 0,
    takerBaseFee: draft.fee ?? event.fee ?? 0,
    negRisk,
    negRiskMarketID: negRisk ? derivedHash('group', event.slug) : '',
    negRiskRequestID: negRisk ? derivedHash('request', slug) : '',
  };
}
