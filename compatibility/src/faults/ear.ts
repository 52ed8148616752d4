/** The market and user feed of `@polymarket/client`, with the events that its reader is given. */
import { Inbox } from '../inbox.ts';
import { repeating } from '../repeating.ts';
import type { StageMarket, Trader } from '../stage.ts';
import { publicClient, secureClient } from '../unified-stage.ts';
import { bid, type FaultStage } from './stage.ts';

export interface Told {
  readonly topic: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Ear {
  /** Events of the market that it listens to, in order. */
  readonly told: Inbox<Told>;
  /** Resolves when the client has received everything sent before: an order in another market is told behind it. */
  heard(): Promise<void>;
  close(): Promise<void>;
}

interface Feed extends AsyncIterable<object> {
  close(): Promise<void>;
}

/** Listens to a token's market feed. */
export async function marketEar(stage: FaultStage, { yes }: StageMarket): Promise<Ear> {
  const other = await stage.newMarket();
  const feed = await publicClient(stage.venue).subscribe([{ topic: 'market', tokenIds: [yes, other.yes] }]);
  return earOf(feed, other, stage.alice);
}

/** Listens to a trader's own orders and trades in a market. */
export async function userEar(stage: FaultStage, name: 'alice' | 'bob', { conditionId }: StageMarket): Promise<Ear> {
  const other = await stage.newMarket();
  const client = await secureClient(stage.venue, name.charAt(0));
  const feed = await client.subscribe([{ topic: 'user', markets: [conditionId, other.conditionId] }]);
  return earOf(feed, other, stage[name]);
}

async function earOf(feed: Feed, other: StageMarket, trader: Trader): Promise<Ear> {
  const told = new Inbox<Told>();
  const ofOther = new Inbox<string>();
  const reading = (async () => {
    for await (const event of feed as AsyncIterable<Told>) {
      const text = JSON.stringify(event.payload);
      if ([other.conditionId, other.yes].some((id) => text.includes(id))) ofOther.add(text);
      else told.add(event);
    }
  })();
  let cents = 0;
  const heard = async (): Promise<void> => {
    cents += 1;
    const price = cents / 100;
    // The first order may come before the subscription, which is not confirmed.
    await repeating(
      ofOther.find((text) => text.includes(`"${price}"`)),
      () => trader.client.createAndPostOrder(bid(other.yes, price)),
    );
  };
  await heard();
  return {
    told,
    heard,
    async close() {
      await feed.close();
      await reading;
    },
  };
}
