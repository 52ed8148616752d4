import type { Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { FeedClient, type Message } from './feed-client.ts';
import type { FeedVenue } from './feed-venue.ts';

/** Subscribes as a trader with further wishes, and skips everything sent until then. */
export async function listenAs(trader: Trader, venue: FeedVenue, wishes: object = {}): Promise<FeedClient<Message>> {
  const client = await subscribe(trader, venue, wishes);
  await client.all();
  return client;
}

/** Messages that a returning client gets. */
export async function toldOnReturn(trader: Trader, venue: FeedVenue, wishes: object): Promise<readonly Message[]> {
  const client = await subscribe(trader, venue, wishes);
  const told = await client.all();
  await client.leave();
  return told;
}

async function subscribe(trader: Trader, venue: FeedVenue, wishes: object): Promise<FeedClient<Message>> {
  const client = await FeedClient.open<Message>(venue.url('user'));
  client.say({ type: 'user', auth: trader.credentials, ...wishes });
  return client;
}
