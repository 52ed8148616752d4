/** A venue with one of everything that options name: a tagged event of a series, trades, orders, a comment, traders. */
import { OrderSide, type SecureClient } from '@polymarket/client';
import { createBuilderApiKey } from '@polymarket/client/actions';
import { builderApiKey } from '@polymarket/client/node';
import { type OpenOrder, Side, type Trade } from '@polymarket/clob-client-v2';
import { PMXT_SETTINGS } from '../pmxt-stage.testing.ts';
import { addMarket, openStage, operate, type Stage, type StageMarket, signed, startVenue } from '../stage.ts';
import { secureClient } from '../unified-stage.ts';

interface CatalogEvent {
  readonly slug: string;
  readonly markets: readonly [{ readonly id: string; readonly slug: string; readonly questionID: string }];
  readonly tags: readonly [{ readonly id: string; readonly slug: string }];
  readonly series: readonly [{ readonly id: string; readonly slug: string }];
}

export type OptionStage = Awaited<ReturnType<typeof openOptionStage>>;

const CHAIN = 137;

export async function openOptionStage() {
  const venue = await startVenue(PMXT_SETTINGS);
  const stage = await openStage(venue, CHAIN);
  const { alice, bob } = stage;
  const terms = { tags: [{ label: 'Harbours', slug: 'harbours' }], series: [{ title: 'Tides', slug: 'tides' }] };
  const market = await addMarket(venue, 'Lagoon', { orderPriceMinTickSize: 0.0001 }, terms);
  const second = await addMarket(venue, 'Lagoon at night', { version: 'v2' }, { version: 'v2' });
  const past = await addMarket(venue, 'Lagoon of old');
  await operate(venue, `/admin/markets/${past.conditionId}/resolve`, { winner: 'Yes' });
  const eventOf = async (id: string): Promise<CatalogEvent> =>
    (await (await fetch(`${venue.url}/events/${id}`)).json()) as CatalogEvent;
  const event = await eventOf(market.eventId);
  const pastId = (await eventOf(past.eventId)).markets[0].id;
  const owner = await unifiedTrader(stage);
  // Bob offers and bids for everyone else, who each hold shares to sell.
  const order = { price: 0.5, size: 1_500, side: Side.BUY };
  await bob.client.createAndPostOrder({ ...order, tokenID: market.no });
  await bob.client.createAndPostOrder({ ...order, price: 0.4, tokenID: market.yes });
  await bob.client.createAndPostOrder({ ...order, tokenID: stage.negRisk[0].no });
  await bob.client.createAndPostOrder({ ...order, tokenID: second.no }, { version: 3 });
  await alice.client.createAndPostOrder({ ...order, size: 200, tokenID: market.yes });
  await owner.placeLimitOrder({ tokenId: market.yes, price: 0.5, size: 200, side: OrderSide.BUY });
  await alice.client.createAndPostOrder({ ...order, price: 0.1, size: 5, tokenID: market.yes });
  const [resting] = (await alice.client.getOpenOrders({ asset_id: market.yes })) as OpenOrder[];
  const [trade] = (await alice.client.getTrades()) as Trade[];
  const about = { parentEntityID: Number(market.eventId), parentEntityType: 'Event' };
  const comment = (await signed(venue, alice, 'POST', '/comments', { body: 'Deep?', ...about })) as { id: string };
  return {
    ...stage,
    venue,
    market,
    event,
    owner,
    comment,
    second,
    past,
    pastId,
    resting: resting?.id ?? '',
    trade: trade?.id ?? '',
  };
}

/** A trader with the unified SDK, who trades from a deposit wallet. */
async function unifiedTrader({ venue }: Stage): Promise<SecureClient> {
  const key = await secureClient(venue, 'o', { chainId: CHAIN });
  const apiKey = builderApiKey(await createBuilderApiKey(key));
  return secureClient(venue, 'o', { chainId: CHAIN, apiKey, wallet: null });
}

/** Values by the last name of an option, for all clients. */
export function commonValues(stage: OptionStage): Record<string, () => unknown> {
  const { market, event, alice } = stage;
  const { yes, conditionId, eventId } = market satisfies StageMarket;
  const hour = 3_600;
  const now = Math.floor(Date.now() / 1_000);
  const sets: readonly (readonly [readonly string[], () => unknown])[] = [
    [['tokenId', 'tokenID', 'token_id', 'asset_id', 'clobTokenIds', 'tokenIds', 'outcome', 'outcomes'], () => yes],
    [['outcomeId', 'outcomeSymbol', 'outcomeSymbols'], () => yes],
    [['market', 'conditionId', 'conditionID', 'conditionIds', 'markets'], () => conditionId],
    [['ids', 'eventId', 'parentEntityId', 'parentEventId'], () => Number(eventId)],
    [['user', 'address', 'makerAddress', 'maker_address', 'marketMakerAddresses'], () => alice.address],
    [['start', 'after', 'startTs', 'updatedAfter'], () => now - hour],
    [['end', 'before', 'endTs', 'updatedBefore'], () => now + hour],
    [['orderId', 'orderID', 'orderIds', 'order_id', 'ordersHashes'], () => stage.resting],
    [['price', 'minPrice'], () => 0.1],
    [['size', 'amount', 'shares', 'maxSpend', 'pageSize', 'limit'], () => 5],
    [['expiration'], () => now + 24 * hour],
    [['date'], () => new Date(now * 1_000).toISOString().slice(0, 10)],
    [['builderCode', 'builder_code', 'metadata'], () => `0x${'ab'.repeat(32)}`],
    [['slug'], () => event.slug],
    [['locale'], () => 'en'],
    [['tags', 'tagSlug', 'eventsTag'], () => 'harbours'],
    [['tagId', 'tagIds', 'excludeTagIds'], () => Number(event.tags[0].id)],
    [['q', 'query', 'queries', 'title', 'titleSearch', 'text'], () => 'Lagoon'],
    [['nonce', 'feeRateBps', 'offset', 'since', 'min', 'liquidityMin', 'volumeMin', 'liquidityNumMin'], () => 0],
    [['volumeNumMin', 'minBalance', 'sizeThreshold', 'rewardsMinSize'], () => 0],
    [['max', 'liquidityMax', 'volumeMax', 'liquidityNumMax', 'volumeNumMax', 'userUSDCBalance'], () => 1_000_000],
    [['taker'], () => `0x${'0'.repeat(40)}`],
    [['next_cursor'], () => 'MA=='],
  ];
  return Object.fromEntries(sets.flatMap(([names, make]) => names.map((name) => [name, make] as const)));
}
