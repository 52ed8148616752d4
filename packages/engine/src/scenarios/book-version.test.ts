/** The version of a market's book, which is its position in the feed. One entry raises it by one or not at all. */
import { expect, test } from 'vitest';
import { ScenarioVenue } from './venue.testing.ts';

test('book version: rises by one for an entry, however much that entry does to the book [F21]', () => {
  const v = new ScenarioVenue();
  for (const name of ['alice', 'bob']) v.trader(name, '1000');
  const [m = 0 as never] = v.markets(1);
  const market = () => v.state.markets[m];
  const versions: unknown[] = [market()?.bookVersion];
  const play = (line: string): void => {
    v.play(m, line);
    versions.push(market()?.bookVersion);
    expect(market()?.bookEntry).toBe(v.state.sequence);
  };
  play('alice buy yes 10 @ 0.40 -> live');
  play('alice buy yes 10 @ 0.41 -> live');
  // Two makers match, and the rest of the taker rests.
  play('bob buy no 30 @ 0.60 -> matched 11.9 for 20');
  expect(versions).toEqual([0, 1, 2, 3]);
  const update = (changes: object): void => {
    v.accept({ kind: 'UpdateMarket', market: m, changes });
    versions.push(market()?.bookVersion);
  };
  update({ question: 'Another one?' });
  update({ takerFeeRate: 100 });
  update({ active: false, acceptingOrders: false });
  update({ tick: 10, minimumSize: market()?.minimumSize });
  v.accept({ kind: 'CancelMatching', account: v.named('bob').account, market: null, outcome: null });
  versions.push(market()?.bookVersion);
  v.accept({ kind: 'ResolveMarket', market: m, payouts: [10_000, 0] });
  versions.push(market()?.bookVersion);
  expect(versions.slice(4)).toEqual([3, 3, 3, 4, 5, 6]);
  v.end();
});
