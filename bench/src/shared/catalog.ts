/** Topics and questions for benchmarks that need a catalog and do not care what it says. */
import type { CatalogEventWithMarkets, TagDefinition } from '@bellwether/engine';
import { accountAddress } from './history.ts';

export const CATALOG_CREATED = '2026-01-01T00:00:00Z';
/** An event with five markets counts six items; a command may carry 2,000. */
const EVENTS_PER_COMMAND = 300;
/** Accounts that made events. */
const CREATORS = 50;

/** The tag `topic-<index>`. */
export function topicTag(index: number): TagDefinition {
  return {
    id: null,
    label: `Topic ${index}`,
    slug: `topic-${index}`,
    createdAt: CATALOG_CREATED,
    updatedAt: CATALOG_CREATED,
    requiresTranslation: false,
  };
}

type EventDefinition = CatalogEventWithMarkets['event'];
/** What an event says of itself; the rest is the same for all. */
type EventTerms = Pick<EventDefinition, 'title' | 'description' | 'tagSlugs'> & Partial<EventDefinition>;

/** The event `question-<index>`: open, without pictures, without series, unless `terms` say otherwise. */
export function questionEvent(index: number, terms: EventTerms): EventDefinition {
  return {
    id: null,
    slug: `question-${index}`,
    ticker: `question-${index}`,
    resolutionSource: '',
    image: '',
    icon: '',
    startDate: CATALOG_CREATED,
    endDate: questionEndDate(index),
    creationDate: CATALOG_CREATED,
    createdAt: CATALOG_CREATED,
    updatedAt: CATALOG_CREATED,
    active: true,
    closed: false,
    archived: false,
    negRisk: false,
    negRiskMarketId: '',
    seriesSlugs: [],
    sites: [],
    creator: accountAddress(index % CREATORS),
    metadata: {},
    ...terms,
  };
}

/** Some day of 2027. */
export const questionEndDate = (index: number): string => new Date(Date.UTC(2027, 0, 1 + (index % 365))).toISOString();

/** `count` events, in commands as large as one may be. */
export function* eventCommands(count: number, event: (index: number) => CatalogEventWithMarkets) {
  for (let first = 0; first < count; first += EVENTS_PER_COMMAND) {
    const length = Math.min(EVENTS_PER_COMMAND, count - first);
    const events = Array.from({ length }, (_, index) => event(first + index));
    yield { kind: 'AddToCatalog', tags: [], series: [], events, markets: [] } as const;
  }
}
