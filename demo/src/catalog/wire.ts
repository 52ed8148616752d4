/**
 * Converts drafts to the wire form. All ids are hashes of slugs, so that the demo has the same ids on every install.
 * Changing a slug creates another market.
 */
import { hash } from 'node:crypto';
import { type EventDraft, type MarketDraft, TAGS } from './shape.ts';

const OPENED = '2026-11-02T00:00:00Z';
const DEFAULT_TICK = 0.01;
const DEFAULT_MINIMUM_SIZE = 5;

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

/** Converts a draft. `opened`: ISO 8601. */
export function eventInput(draft: EventDraft, opened: string = OPENED) {
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
  };
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
