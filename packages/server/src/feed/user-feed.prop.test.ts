/** Random trading against a client of the user feed that loses its connection: it gets no gap and no repeat. */
import { Dice } from '@bellwether/engine/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent, type TestMarket, Trader } from '../http/testing/trader.ts';
import { FeedClient, type Message, messagesOf } from './testing/feed-client.ts';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

const STEPS = 250;

let venue: FeedVenue;
let markets: TestMarket[];
beforeAll(async () => {
  // Few frames are kept, so that some absences are short enough for a resume and some are not.
  venue = await startFeedVenue({ recentFramesMax: 5, messagesMax: 1e9 });
  markets = await addEvent(venue.stack, ['Heads?', 'Tails?']);
});
afterAll(() => venue.close());

/** A message without fields that depend on the client: its place among that client's messages. */
const content = ({ index: _index, count: _count, previous: _previous, ...message }: Message): unknown => message;

/** Collects its messages, checks that they join, and resumes where it left. */
class Listener {
  readonly #trader: Trader;
  readonly #filter: Readonly<Record<string, unknown>>;
  #client: FeedClient | null = null;
  /** Last sequence seen; 0 at first, since the venue says where the stream begins. */
  #seen = 0;
  readonly got: Message[] = [];
  /** Ranges that the venue reported as missed: after the first sequence, up to the second. */
  readonly missed: (readonly [number, number])[] = [];
  connections = 0;

  constructor(trader: Trader, filter: Readonly<Record<string, unknown>> = {}) {
    this.#trader = trader;
    this.#filter = filter;
  }

  async listen(): Promise<void> {
    if (this.#client === null) {
      this.#client = await FeedClient.open(venue.url('user'));
      this.#client.say({ type: 'user', auth: this.#trader.credentials, ...this.#filter, since: this.#seen });
      this.connections++;
    }
    for (const message of (await this.#client.all()).flatMap(messagesOf)) this.#take(message);
  }

  async lose(): Promise<void> {
    this.#client?.ws.terminate();
    await this.#client?.closed;
    this.#client = null;
  }

  #take(message: Message): void {
    const sequence = Number(message['sequence']);
    if (message['event_type'] === 'resync') {
      this.missed.push([this.#seen, sequence]);
    } else {
      const [index, previous] = [Number(message['index']), Number(message['previous'])];
      if (index === 0) {
        expect(sequence).toBeGreaterThan(this.#seen);
        expect(previous).toBeLessThanOrEqual(this.#seen);
      }
      this.got.push(message);
    }
    this.#seen = sequence;
  }
}

async function trade(trader: Trader, dice: Dice, open: string[]): Promise<void> {
  const market = dice.pick(markets);
  if (open.length > 0 && dice.once(4)) {
    await trader.send('DELETE', '/order', { orderID: open.splice(dice.below(open.length), 1)[0] });
    return;
  }
  const { body } = await trader.place({
    tokenId: dice.once(2) ? market.yes : market.no,
    side: 'BUY',
    price: `0.${45 + dice.below(11)}`,
    size: String(5 + dice.below(10)),
    type: 'GTC',
  });
  const { orderID, status } = body as { readonly orderID?: string; readonly status?: string };
  if (orderID !== undefined && status === 'live') open.push(orderID);
}

describe('user feed', () => {
  test('user feed: with every lost connection, what is got and what is announced as missed is all there was [F17]', async () => {
    const dice = new Dice(7);
    const traders = await Promise.all(['1', '2', '3'].map((digit) => Trader.open(venue.stack, digit)));
    const [alice] = traders as [Trader];
    const steady = new Listener(alice);
    const filter = { markets: [markets[1]?.conditionId] };
    const unsteady = [new Listener(alice), new Listener(alice), new Listener(alice, filter)];
    for (const listener of [steady, ...unsteady]) await listener.listen();
    const open = new Map(traders.map((trader) => [trader, [] as string[]]));
    for (let step = 0; step < STEPS; step++) {
      const trader = dice.pick(traders);
      await trade(trader, dice, open.get(trader) ?? []);
      const listener = dice.pick(unsteady);
      if (dice.once(5)) await listener.lose();
      else if (dice.once(3)) await listener.listen();
    }
    for (const listener of [steady, ...unsteady]) await listener.listen();
    const all = steady.got;
    expect(all.length).toBeGreaterThan(100);
    expect(steady.missed).toHaveLength(1);
    for (const { got, missed, connections } of unsteady) {
      const isFiltered = got.every(({ market }) => market === markets[1]?.conditionId);
      const expected = all.filter(({ sequence, market }) => {
        const isMissed = missed.some(([after, until]) => Number(sequence) > after && Number(sequence) <= until);
        return !isMissed && (!isFiltered || market === markets[1]?.conditionId);
      });
      expect(got.map(content)).toEqual(expected.map(content));
      expect(connections).toBeGreaterThan(missed.length);
    }
    expect(unsteady.some(({ missed }) => missed.length > 1)).toBe(true);
    for (const listener of [steady, ...unsteady]) await listener.lose();
  });
});
