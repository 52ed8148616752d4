/** A separate market for a test about money, with a taker fee of 10% and another trader's orders. */
import { newTrader } from './stage.ts';
import type { Venue } from './venue.ts';

interface FeeMarket {
  readonly question: string;
  readonly slug: string;
  readonly eventSlug: string;
  readonly conditionId: string;
  readonly tokenIds: readonly string[];
}

/** Adds a market with Yes bid at 40 and offered at 42, 200 shares each. */
export async function addFeeMarket(venue: Venue, question: string): Promise<FeeMarket> {
  const event = await venue.asOperator().admin.addEvent({
    title: question.replace('Will the ', 'The '),
    endDate: '2030-06-30T12:00:00Z',
    markets: [{ question, takerBaseFee: 1_000, orderPriceMinTickSize: 0.01 }],
  });
  const [market] = event.markets;
  if (market === undefined) throw new Error('the event came without its market');
  const { slug, conditionId, tokenIds } = market;
  const maker = newTrader(venue);
  await maker.auth.credentials();
  await maker.orders.placeMany([
    { tokenId: tokenIds[0] ?? '', side: 'BUY', price: '0.4', size: '200' },
    { tokenId: tokenIds[1] ?? '', side: 'BUY', price: '0.58', size: '200' },
  ]);
  return { question, slug, eventSlug: event.slug, conditionId, tokenIds };
}
