/** Listens to the user feed as a trader, and checks every message against the contract. */
import { UserFeedMessage } from '@bellwether/contract';
import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import type { Trader } from '../../http/testing/trader.ts';
import { FeedClient, type Message, messagesOf } from './feed-client.ts';
import type { FeedVenue } from './feed-venue.ts';

/** Fields of a subscription beside the credentials. */
export type Wishes = Readonly<Record<string, unknown>>;

const valid = Compile(UserFeedMessage);

/** Messages received so far, each in a frame of its own and checked against the contract. */
export async function userMessages(client: FeedClient): Promise<readonly Message[]> {
  const frames = await client.all();
  for (const message of frames) expect([...valid.Errors(message)], JSON.stringify(message)).toEqual([]);
  return frames.flatMap(messagesOf);
}

/** Subscribes as a trader, and skips everything sent until then. */
export async function listenAs(trader: Trader, venue: FeedVenue, wishes: Wishes = {}): Promise<FeedClient> {
  const client = await subscribe(trader, venue, wishes);
  await client.all();
  return client;
}

/** Messages that a returning client gets. */
export async function toldOnReturn(trader: Trader, venue: FeedVenue, wishes: Wishes): Promise<readonly Message[]> {
  const client = await subscribe(trader, venue, wishes);
  const told = await userMessages(client);
  await client.leave();
  return told;
}

async function subscribe(trader: Trader, venue: FeedVenue, wishes: Wishes): Promise<FeedClient> {
  const client = await FeedClient.open(venue.url('user'));
  client.say({ type: 'user', auth: trader.credentials, ...wishes });
  return client;
}
