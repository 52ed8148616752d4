/** Every named read with the contract's schema of its answer. */
import {
  CatalogMarkets,
  Event,
  MarketDetail,
  MarketListingPage,
  SingleOrder,
  Tags,
  TradeFills,
} from '@bellwether/contract';
import { eventByIdRead, eventBySlugRead } from './event.ts';
import { marketRead } from './market.ts';
import { marketsRead } from './markets.ts';
import { marketsPageRead } from './markets-page.ts';
import { orderRead } from './order.ts';
import type { Read } from './read.ts';
import { tagsRead } from './tags.ts';
import { tradeHashRead } from './trade-hash.ts';
import { tradesRead } from './trades.ts';

/** A read whose parameters arrive as plain data from another thread: the route that asked has checked them. */
export type NamedRead = Read<unknown, unknown>;

/** Makes all reads, by name. Serialisers are compiled when first used. */
export function createReads(): ReadonlyMap<string, NamedRead> {
  const reads: readonly NamedRead[] = [
    tradesRead(TradeFills),
    orderRead(SingleOrder),
    tradeHashRead(),
    marketsRead(CatalogMarkets),
    marketsPageRead(MarketListingPage),
    marketRead(MarketDetail),
    eventByIdRead(Event),
    eventBySlugRead(Event),
    tagsRead(Tags),
  ];
  return new Map(reads.map((read) => [read.name, read]));
}
