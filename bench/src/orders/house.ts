/** An order that fills the house against one that fills a person: twenty questions, and three of six answers. */
import type { Bench } from '../shared/bench.ts';
import type { Figures } from '../shared/medians.ts';
import { openTraders, orderRequest, postAdmin, type TradingFloor } from '../shared/trading-floor.ts';
import type { Cost } from './cost.ts';
import { measured, TRADERS, venueContender } from './measure.ts';

const SHARES = 5;
const LEVELS = 20;
const QUESTIONS = { single: { events: 20, answers: 1 }, 'six answers': { events: 3, answers: 6 } } as const;

/** Both kinds trade at the same prices, so that the same orders fill them. */
async function openQuestions(bench: Bench, kind: keyof typeof QUESTIONS, maker: 'house' | 'person') {
  const { events, answers } = QUESTIONS[kind];
  const venue = await bench.venue({}, bench.folder());
  const tokens: (readonly [string, string])[] = [];
  for (let event = 0; event < events; event++) {
    const made = (await postAdmin(venue, '/admin/events', {
      title: `Question ${event}`,
      negRisk: answers > 1,
      markets: Array.from({ length: answers }, (_, index) => ({ question: `Question ${event}, answer ${index}?` })),
      ...(maker === 'house' && { houseMaker: { subsidy: '10000' } }),
    })) as { markets: { clobTokenIds: string }[] };
    tokens.push(...made.markets.map(({ clobTokenIds }) => JSON.parse(clobTokenIds) as [string, string]));
  }
  const traders = await openTraders(venue, TRADERS);
  const floor: TradingFloor = { traders, tokens, conditionIds: [] };
  const middle = answers === 1 ? 50 : 16;
  if (maker === 'person') {
    const [person] = await openTraders(venue, 1, TRADERS);
    if (person === undefined) throw new Error('no one makes the market');
    let salt = 1;
    const quotes = tokens.flatMap(([yes, no]) =>
      Array.from({ length: LEVELS }, (_, level) => [
        { tokenId: yes, cents: middle - level, salt: salt++, shares: 4_000 },
        { tokenId: no, cents: 99 - middle - level, salt: salt++, shares: 4_000 },
      ]).flat(),
    );
    const contender = venueContender(venue, floor);
    await measured(
      contender,
      quotes.filter(({ cents }) => cents > 0).map((terms) => orderRequest(person, terms)),
    );
  }
  return { venue, floor, middle };
}

/** Everyone buys both outcomes in turn, five cents above the middle, so that each order is filled at once. */
function takers({ traders, tokens }: TradingFloor, middle: number, count: number, seed: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    const [yes, no] = tokens[index % tokens.length] as readonly [string, string];
    const isYes = Math.floor(index / tokens.length) % 2 === 0;
    const terms = { tokenId: isYes ? yes : no, cents: (isYes ? middle : 100 - middle) + 5, shares: SHARES };
    const trader = traders[index % traders.length] as TradingFloor['traders'][number];
    return orderRequest(trader, { ...terms, salt: seed * 1_000_000_000 + index });
  });
}

export async function house(bench: Bench): Promise<void> {
  const perRun = bench.smoke ? 200 : 6_000;
  for (const kind of Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]) {
    const found: Figures<Record<'person' | 'house', Cost>> = await bench.medianOf(5, async (run) => {
      const costs: Partial<Record<'person' | 'house', Cost>> = {};
      for (const maker of run % 2 === 0 ? (['person', 'house'] as const) : (['house', 'person'] as const)) {
        const { venue, floor, middle } = await openQuestions(bench, kind, maker);
        const contender = venueContender(venue, floor);
        await measured(contender, takers(floor, middle, perRun, 1));
        costs[maker] = (await measured(contender, takers(floor, middle, perRun, 2))).cost;
        await venue.kill();
      }
      return costs as Record<'person' | 'house', Cost>;
    });
    bench.figures(`${kind}: CPU µs of an order`, { 'fills a person': found.person, 'fills the house': found.house });
    bench.bar({ label: `${kind}: house / person`, value: found.house.sum.per(found.person.sum), max: 1.5 });
  }
}
