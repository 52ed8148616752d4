/** Listening to the user feed as a trader; every message is held against the contract. */
import { UserFeedMessage } from '@bellwether/contract';
import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import type { Trader } from '../../http/testing/trader.ts';
import { FeedClient, type Message, messagesOf } from './feed-client.ts';
import type { FeedVenue } from './feed-venue.ts';

/** What is said beside the credentials. */
export type Wishes = Readonly<Record<string, unknown>>;

const valid = Compile(UserFeedMessage);

/** Messages until now; all keep to the contract, and every one has a frame of its own. */
export async function userMessages(client: FeedClient): Promise<readonly Message[]> {
  const frames = await client.all();
  for (const message of frames) expect([...valid.Errors(message)], JSON.stringify(message)).toEqual([]);
  return frames.flatMap(messagesOf);
}

/** Someone who is subscribed and has been told what there was to tell. */
export async function listenAs(trader: Trader, venue: FeedVenue, wishes: Wishes = {}): Promise<FeedClient> {
  const client = await subscribe(trader, venue, wishes);
  await client.all();
  return client;
}

/** What one who comes and goes again is told. */
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
