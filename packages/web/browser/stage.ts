/** Fills an empty venue with a few events, makers' offers, trades and comments, always the same, through the SDK. */
import { randomBytes } from 'node:crypto';
import { type Client, createClient } from '@bellwether/sdk';
import type { Venue } from './venue.ts';

export interface StagedMarket {
  readonly slug: string;
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
}

export interface Stage {
  readonly operator: Client;
  /** Offers everywhere; has an account of its own. */
  readonly maker: Client;
  /** One market, open: "Will the ferry to Alder Island run on Sunday?" Yes 40 bid, 42 offered. */
  readonly ferry: StagedMarket & { readonly eventSlug: string; readonly eventId: string };
  /** Three markets, of which one wins. */
  readonly race: { readonly eventSlug: string; readonly markets: readonly StagedMarket[] };
  /** Resolved: Yes won. */
  readonly bridge: StagedMarket & { readonly eventSlug: string };
}

const END = '2030-06-30T12:00:00Z';

/** A comment that is markup, which has to be shown as it was written. */
export const MARKUP_COMMENT = '<img src=x onerror="document.title=\'broken\'"><script>alert(1)</script> **not bold**';

export function newTrader(venue: Venue): Client {
  return createClient({ baseUrl: venue.url, account: { signer: randomBytes(32) } });
}

export async function setStage(venue: Venue): Promise<Stage> {
  const operator = createClient({ baseUrl: venue.url, adminToken: venue.adminToken() });
  const [maker, taker] = [newTrader(venue), newTrader(venue)];
  await Promise.all([maker.auth.credentials(), taker.auth.credentials()]);
  const ferry = await addEvent(
    operator,
    'Sunday ferry to Alder Island',
    ['Transport'],
    [['Will the ferry to Alder Island run on Sunday?', '']],
  );
  const race = await addEvent(
    operator,
    'Winner of the Tern Bay regatta',
    ['Sport'],
    [
      ['Will Kestrel win the Tern Bay regatta?', 'Kestrel'],
      ['Will Osprey win the Tern Bay regatta?', 'Osprey'],
      ['Will Petrel win the Tern Bay regatta?', 'Petrel'],
    ],
  );
  const bridge = await addEvent(
    operator,
    'Mill Street bridge by May',
    ['Transport'],
    [['Will the Mill Street bridge open by May?', '']],
  );
  for (const { tokenIds } of [...ferry.markets, ...race.markets, ...bridge.markets]) await offer(maker, tokenIds);
  for (const [market] of [ferry.markets, race.markets, bridge.markets]) {
    const tokenId = market?.tokenIds[0] ?? '';
    await taker.orders.place({ tokenId, side: 'BUY', price: '0.42', size: '25' });
    await taker.orders.place({ tokenId, side: 'SELL', price: '0.4', size: '10' });
  }
  await talk(maker, taker, ferry.eventId);
  const [ferryMarket] = ferry.markets;
  const [bridgeMarket] = bridge.markets;
  if (ferryMarket === undefined || bridgeMarket === undefined) throw new Error('an event came without its market');
  await operator.admin.resolve(bridgeMarket.conditionId, { payouts: ['1', '0'] });
  return {
    operator,
    maker,
    ferry: { ...ferryMarket, eventSlug: ferry.eventSlug, eventId: ferry.eventId },
    race,
    bridge: { ...bridgeMarket, eventSlug: bridge.eventSlug },
  };
}

async function addEvent(
  operator: Client,
  title: string,
  tags: readonly string[],
  markets: readonly (readonly [question: string, label: string])[],
) {
  for (const label of tags) {
    const known = await operator.catalog.tags({ limit: 100 });
    if (!known.some((tag) => tag.label === label)) await operator.admin.addTag({ label });
  }
  const event = await operator.admin.addEvent({
    title,
    description: 'It resolves by the notice board of the harbour office. Doubtful cases resolve to No.',
    resolutionSource: 'The harbour office',
    endDate: END,
    tags: tags.map((label) => label.toLowerCase()),
    markets: markets.map(([question, groupItemTitle]) => ({ question, groupItemTitle, orderPriceMinTickSize: 0.01 })),
  });
  return {
    eventSlug: event.slug,
    eventId: event.id,
    markets: event.markets.map(({ slug, conditionId, clobTokenIds }): StagedMarket => {
      return { slug, conditionId, tokenIds: JSON.parse(clobTokenIds) as [string, string] };
    }),
  };
}

/** Yes bid at 40, 39 and 38, offered at 42, 43 and 44. */
async function offer(maker: Client, [yes, no]: readonly [string, string]): Promise<void> {
  const orders = [0, 1, 2].flatMap((step) => [
    { tokenId: yes, side: 'BUY', price: `0.${40 - step}`, size: String(100 * (step + 1)) } as const,
    { tokenId: no, side: 'BUY', price: `0.${58 - step}`, size: String(100 * (step + 1)) } as const,
  ]);
  await maker.orders.placeMany(orders);
}

async function talk(maker: Client, taker: Client, eventId: string): Promise<void> {
  const about = { parentEntityType: 'Event', parentEntityID: Number(eventId) } as const;
  const first = await taker.comments.add({ ...about, body: 'The forecast says wind from the north on Sunday.' });
  await maker.comments.add({ ...about, body: 'It ran in worse.', parentCommentID: first.id });
  await maker.comments.add({ ...about, body: MARKUP_COMMENT });
}
