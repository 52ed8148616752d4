/** Rights: everyone may read the catalog. Built with the table's helper for open reads. */
import type { TestMarket } from './trader.ts';

/** Names from the table's world that the rows use. */
interface CatalogNames {
  readonly market: TestMarket;
  readonly tagId: string;
  readonly seriesId: string;
}

export const catalogRows = <Row>(open: (path?: (names: CatalogNames) => string) => Row) => ({
  markets: open(),
  market: open(({ market }) => `/markets/${market.conditionId}`),
  eventBySlug: open(() => '/events/slug/rights'),
  marketBySlug: open(() => '/markets/slug/rights'),
  marketTags: open(({ market }) => `/markets/${market.conditionId}/tags`),
  eventTags: open(({ market }) => `/events/${market.eventId}/tags`),
  eventById: open(({ market }) => `/events/${market.eventId}`),
  tags: open(),
  events: open(),
  openInterest: open(),
  marketPositions: open(({ market }) => `/v1/market-positions?market=${market.conditionId}`),
  sports: open(),
  sportsMarketTypes: open(),
  teams: open(),
  clarifications: open(),
  marketsKeyset: open(),
  eventsKeyset: open(),
  series: open(),
  seriesById: open(({ seriesId }) => `/series/${seriesId}`),
  tagById: open(({ tagId }) => `/tags/${tagId}`),
  tagBySlug: open(() => '/tags/slug/rights'),
  publicSearch: open(() => '/public-search?q=rights'),
});
