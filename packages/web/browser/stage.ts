/** Fills an empty venue through the SDK with a few events, orders, trades and comments, the same ones each time. */
import { randomBytes } from 'node:crypto';
import type { Client } from '@bellwether/sdk';
import type { Venue } from './venue.ts';

interface StagedMarket {
  readonly slug: string;
  readonly question: string;
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
}

interface StagedEvent {
  readonly eventSlug: string;
  readonly eventId: string;
  readonly title: string;
  readonly markets: readonly StagedMarket[];
}

type SingleEvent = StagedEvent & StagedMarket;

export interface Stage {
  readonly operator: Client;
  /** Client with its own account that makes the orders in every market. */
  readonly maker: Client;
  /** Slug of the topic of all events. */
  readonly tag: string;
  /** A single open market: "Will the ferry to Alder Island run on Sunday?" Yes is bid at 40, offered at 42. */
  readonly ferry: SingleEvent;
  /** Three markets, one of which wins. */
  readonly race: StagedEvent;
  /** Resolved: Yes won. */
  readonly bridge: SingleEvent;
}

const END = '2030-06-30T12:00:00Z';

/** A comment with markup, which must be shown verbatim. */
export const MARKUP_COMMENT = '<img src=x onerror="document.title=\'broken\'"><script>alert(1)</script> **not bold**';

export function newTrader(venue: Venue): Client {
  return venue.client({ account: { signer: randomBytes(32) } });
}

/** Creates the events, all named after a place such as "Alder Island", so that a venue can hold many stages. */
export async function setStage(venue: Venue, place: string): Promise<Stage> {
  const operator = venue.asOperator();
  const [maker, taker] = [newTrader(venue), newTrader(venue)];
  if ((await operator.venue.get()).join !== 'open')
    await Promise.all([maker, taker].map(({ account }) => operator.admin.addAccount(account.address)));
  await Promise.all([maker.auth.credentials(), taker.auth.credentials()]);
  const { slug: tag = '' } = await operator.admin.addTag({ label: place });
  const add = (title: string, questions: Readonly<Record<string, string>>) => addEvent(operator, tag, title, questions);
  const ferry = single(await add(`Sunday ferry to ${place}`, { '': `Will the ferry to ${place} run on Sunday?` }));
  const race = await add(`Winner of the ${place} regatta`, {
    Kestrel: `Will Kestrel win the ${place} regatta?`,
    Osprey: `Will Osprey win the ${place} regatta?`,
    Petrel: `Will Petrel win the ${place} regatta?`,
  });
  const bridge = single(await add(`${place} bridge by May`, { '': `Will the ${place} bridge open by May?` }));
  await Promise.all([ferry, ...race.markets, bridge].map(({ tokenIds }) => offer(maker, tokenIds)));
  for (const [market] of [ferry.markets, race.markets, bridge.markets]) {
    const tokenId = market?.tokenIds[0] ?? '';
    await taker.orders.place({ tokenId, side: 'BUY', price: '0.42', size: '25' });
    await taker.orders.place({ tokenId, side: 'SELL', price: '0.4', size: '10' });
  }
  await talk(maker, taker, ferry.eventId);
  await operator.admin.resolve(bridge.conditionId, { payouts: ['1', '0'] });
  return { operator, maker, tag, ferry, race, bridge };
}

/** Adds an event. `questions` are keyed by their label within the event. */
async function addEvent(
  operator: Client,
  tag: string,
  title: string,
  questions: Readonly<Record<string, string>>,
): Promise<StagedEvent> {
  const event = await operator.admin.addEvent({
    title,
    description: 'It resolves by the notice board of the harbour office. Doubtful cases resolve to No.',
    resolutionSource: 'The harbour office',
    endDate: END,
    tags: [tag],
    markets: Object.entries(questions).map(([groupItemTitle, question]) => {
      return { question, groupItemTitle, orderPriceMinTickSize: 0.01 };
    }),
  });
  return {
    eventSlug: event.slug,
    eventId: event.id,
    title,
    markets: event.markets.map(({ slug, question, conditionId, clobTokenIds }): StagedMarket => {
      return { slug, question, conditionId, tokenIds: JSON.parse(clobTokenIds) as [string, string] };
    }),
  };
}

function single(event: StagedEvent): SingleEvent {
  const [market] = event.markets;
  if (market === undefined) throw new Error('an event came without its market');
  return { ...event, ...market };
}

/** Places orders: Yes bid at 40, 39 and 38, offered at 42, 43 and 44. */
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
