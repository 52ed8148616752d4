/** Catalog items with every field filled, for tests that care about a few fields. */
import type { CatalogEventDefinition, MarketDefinition, TagDefinition } from '../market/definition.ts';
import { type CatalogId, conditionId, micros, tokenId } from '../units/units.ts';

export function tagDefinition(slug: string, id: CatalogId | null = null): TagDefinition {
  return { id, slug, label: slug, createdAt: '', updatedAt: '', requiresTranslation: false };
}

export function catalogEventDefinition(given: Pick<CatalogEventDefinition, 'id' | 'slug' | 'negRisk' | 'tagSlugs'>) {
  const dates = { startDate: '', endDate: '', creationDate: '', createdAt: '', updatedAt: '' };
  const text = { ticker: given.slug, title: given.slug, description: '', resolutionSource: '', image: '', icon: '' };
  const flags = { active: true, closed: false, archived: false };
  const none = { negRiskMarketId: '', seriesSlugs: [], sites: [], creator: '', metadata: {} };
  return { ...given, ...dates, ...text, ...flags, ...none };
}

/** Market number `index`: its condition, tokens and slug are derived from the number. */
export function marketDefinition(index: number, given: Partial<MarketDefinition>): MarketDefinition {
  const dates = { startDate: '', endDate: '', createdAt: '', updatedAt: '' };
  const times = { gameStartTime: '', acceptingOrderTimestamp: '', secondsDelay: 0 };
  const text = { question: `Market ${index}?`, description: '', resolutionSource: '', image: '', icon: '' };
  const flags = { active: true, closed: false, archived: false, acceptingOrders: true, negRisk: false };
  const terms = { tick: 100, minimumSize: micros(5_000_000), takerFeeRate: 0, makerFeeRate: 0 };
  const published = { questionId: '', negRiskMarketId: '', negRiskRequestId: '', fpmm: '' };
  const shown = { notificationsEnabled: false, enableOrderBook: true, is5050Outcome: false };
  const rewards = { rewardsMinSize: 0, rewardsMaxSpread: 0 };
  return {
    ...{ id: null, slug: `market-${index}`, groupItemTitle: '', tagLabels: [], payouts: null, outcomes: ['Yes', 'No'] },
    conditionId: conditionId(`0x${(index + 1).toString(16).padStart(64, '0')}`),
    tokenIds: [tokenId(`${2 * index + 1}`), tokenId(`${2 * index + 2}`)],
    ...{ ...dates, ...times, ...text, ...flags, ...terms, ...published, ...shown, ...rewards },
    ...given,
  };
}
