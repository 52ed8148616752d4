/** Histories in which a house maker loses too much, or leaves a riskless profit. */
import {
  catalogId,
  type House,
  type Market,
  micros,
  type OpenOrder,
  type State,
  type Wallet,
} from '@bellwether/engine';
import { catalogEventDefinition, marketDefinition } from '@bellwether/engine/testing';
import { type Breaking, row } from './history.ts';

const SUBSIDY = micros(50_000_000);
const QUOTE = { kind: 'QuoteHouse' } as const;

/** Row with a one-winner event of two answers that the house makes; it quotes unless the last quotes stay due. */
const housed = (what: string, spoil: Breaking['spoil'] | 'not quoted'): Breaking => ({
  ...row('houses-keep-within', what, (history, isBroken) => {
    const event = catalogEventDefinition({ id: catalogId(7), slug: 'made', negRisk: true, tagSlugs: [] });
    const house = { subsidy: SUBSIDY, spread: 0, probabilities: [500_000, 500_000] };
    const markets = [1, 2].map((index) => marketDefinition(index, { negRisk: true }));
    history.do({ kind: 'AddToCatalog', tags: [], series: [], markets: [], events: [{ event, markets, house }] });
    if (!isBroken || spoil !== 'not quoted') history.decided(QUOTE);
  }),
  ...(typeof spoil === 'function' && { spoil }),
});

/** Moves the quotes of the house on one side of its first market to the best price. */
function move({ houses, markets, openOrders }: State, outcome: 0 | 1, bookPrice: number): void {
  const { account, curves } = houses.all[0] as House;
  const { id, book } = markets[curves[0]?.markets[0] ?? -1] as Market;
  const isMoved = (order: OpenOrder): boolean =>
    order.account === account && order.market === id && order.outcome === outcome;
  for (const order of [...openOrders.values()].filter(isMoved)) {
    book?.remove(order);
    book?.insert(Object.assign(order, { bookPrice }));
  }
}

export const BREAKING_HOUSES: readonly Breaking[] = [
  housed('a house may lose a micro more than its subsidy', ({ houses, wallets }) => {
    const wallet = wallets[houses.all[0]?.wallet ?? -1] as Wallet;
    wallet.held = micros(wallet.held - SUBSIDY - 1);
  }),
  housed('bids for all answers add to more than 1', (state) => move(state, 0, 6_000)),
  housed('asks for all answers add to less than 1', (state) => move(state, 1, 4_000)),
  housed('quotes stay due', 'not quoted'),
];
