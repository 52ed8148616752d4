/** Query keys of everything in the cache, so that the feeds can find the data they change. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { EventsSort } from './event-lists.ts';

export const KEYS = {
  venue: ['venue'] as const,
  events: ['events'] as const,
  eventList: (sort: EventsSort, tag: string) => ['events', 'list', sort, tag] as const,
  eventsOfSeries: (id: string) => ['events', 'series', id] as const,
  eventsOfTag: (slug: string) => ['events', 'tag', slug] as const,
  anyEvent: ['event'] as const,
  event: (slug: string) => ['event', slug] as const,
  market: (name: string) => ['market', name] as const,
  markets: ['market'] as const,
  tags: ['tags'] as const,
  search: (text: string) => ['search', text] as const,
  searchList: (text: string) => ['search', 'list', text] as const,
  histories: (tokenIds: readonly string[], range: string) => ['histories', range, ...tokenIds] as const,
  days: (tokenIds: readonly string[]) => ['histories', 'days', ...tokenIds] as const,
  trades: (conditionId: string) => ['trades', conditionId] as const,
  holders: (conditionId: string) => ['holders', conditionId] as const,
  allComments: ['comments'] as const,
  allReplies: ['replies'] as const,
  comments: (kind: string, id: string) => ['comments', kind, id] as const,
  replies: (commentId: string) => ['replies', commentId] as const,
  /** Suggestions of one account. */
  suggestions: (address: string) => ['suggestions', address] as const,
  profile: (address: string) => ['profile', address] as const,
  positions: (address: string) => ['positions', address] as const,
  activity: (address: string) => ['activity', address] as const,
  leaderboard: (period: string, order: string) => ['leaderboard', period, order] as const,
  anyAccount: ['account'] as const,
  calibration: (tag: string, user: string) => ['calibration', tag, user] as const,
  eventScores: (id: string) => ['event-scores', id] as const,
  notifications: (address: string) => ['account', address, 'notifications'] as const,
  /** Prefix of everything of one account: `['account', address, …]`. */
  account: (address: string) => ['account', address] as const,
} as const;

/** Reads again what is cached under any of the keys. */
export function renew(cache: QueryClient, ...keys: readonly QueryKey[]): Promise<unknown> {
  return Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
