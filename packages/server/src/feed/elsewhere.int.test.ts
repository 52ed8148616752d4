import { accountId } from '@bellwether/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from '../http/testing/stack.ts';
import { addEvent } from '../http/testing/trader.ts';
import { type Elsewhere, type Followed, ReaderElsewhere } from './elsewhere.ts';
import { FEED_LIMITS } from './limits.ts';
import { MarketFeed } from './market-feed.ts';
import { UserFeed } from './user-feed.ts';

/** What the other gateways were told, in order. */
class Told implements Elsewhere {
  readonly words: string[] = [];

  follow({ kind }: Followed): void {
    this.words.push(`follow ${kind}`);
  }

  leave({ kind }: Followed): void {
    this.words.push(`leave ${kind}`);
  }
}

const ACCOUNT = accountId(0);
const TEXTS = { of: () => undefined };

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await addEvent(stack, ['Heads?', 'Tails?']);
});
afterAll(() => stack.close());

function newReader() {
  return { apiKey: '', takeFrame: () => undefined, takeAgain: () => undefined, revoked: () => undefined };
}

function feedsOf() {
  const told = new Told();
  const [market] = stack.exchange.state.markets;
  if (market === undefined) throw new Error('no market');
  const markets = new MarketFeed(stack.exchange, FEED_LIMITS, TEXTS, told);
  const users = new UserFeed(stack.exchange, FEED_LIMITS, told);
  const choice = { balances: false };
  return {
    told,
    market: {
      join: (reader: ReturnType<typeof newReader>) => markets.join({ market }, reader),
      leave: (stream: ReturnType<typeof markets.join>, reader: ReturnType<typeof newReader>) =>
        markets.leave(stream, reader),
      followedElsewhere: (reader: ReaderElsewhere) => markets.followElsewhere(market.id, reader, true),
      reset: () => markets.reset(),
    },
    user: {
      join: (reader: ReturnType<typeof newReader>) => users.join(ACCOUNT, reader, choice),
      leave: (stream: ReturnType<typeof users.join>, reader: ReturnType<typeof newReader>) =>
        users.leave(stream, reader),
      followedElsewhere: (reader: ReaderElsewhere) =>
        users.followElsewhere({ kind: 'user', account: ACCOUNT, balances: false }, reader, true),
      reset: () => users.reset(),
    },
  };
}

describe.each(['market', 'user'] as const)('elsewhere: a %s', (kind) => {
  // The two feeds have streams of their own types.
  const begin = () => {
    const { told, ...feeds } = feedsOf();
    return { told, feed: feeds[kind] as ReturnType<typeof feedsOf>['user'] };
  };

  test('is followed from its first client here to its last, whoever listens elsewhere', () => {
    const { told, feed } = begin();
    feed.followedElsewhere(new ReaderElsewhere());
    const [first, second] = [newReader(), newReader()];
    const stream = feed.join(first);
    feed.join(second);
    feed.leave(stream, first);
    expect(told.words).toEqual([`follow ${kind}`]);
    feed.leave(stream, second);
    expect(told.words).toEqual([`follow ${kind}`, `leave ${kind}`]);
  });

  test('stays followed when a connection of before a reset ends after someone has come back', () => {
    const { told, feed } = begin();
    const [before, after] = [newReader(), newReader()];
    const old = feed.join(before);
    feed.reset();
    const stream = feed.join(after);
    feed.leave(old, before);
    expect(told.words).toEqual([`follow ${kind}`, `follow ${kind}`]);
    feed.leave(stream, after);
    expect(told.words.at(-1)).toBe(`leave ${kind}`);
  });
});
