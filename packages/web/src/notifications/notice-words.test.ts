import { expect, test } from 'vitest';
import { type Notification, noticesOf } from './notice-words.ts';

const market = { market: '0x1', condition_id: '0x1', owner: 'k', question: 'Rain?', market_slug: 'rain' };
const common = { ...market, eventSlug: 'weather', seriesSlug: '', icon: '', image: '' };
const of = { id: 7, owner: 'k', timestamp: 1_795_200_000 };
const fill = {
  ...common,
  ...({
    asset_id: '1',
    order_id: '0x2',
    side: 'SELL',
    trader_side: 'MAKER',
    price: '0.55',
    original_size: '20',
  } as const),
  ...({ matched_size: '5', remaining_size: '15', outcome: 'Yes', outcome_index: 0, type: 'GTC' } as const),
  ...{ trade_id: '9', transaction_hash: '0x3' },
};
const result = { ...common, refund: false, outcomes: ['Yes', 'No'], payouts: ['0', '1'], note: '' };

const ROWS: readonly (readonly [Notification, title: string, text: string, to: string])[] = [
  [{ ...of, type: 2, payload: fill }, 'Sold 5 Yes at 55¢', 'Rain?', '/market/rain'],
  [{ ...of, type: 4, payload: { ...result, status: 'resolved' } }, 'Resolved: No', 'Rain?', '/market/rain'],
  [
    { ...of, type: 4, payload: { ...result, status: 'resolved', refund: true, payouts: [], note: 'Void.' } },
    ...(['Resolved: refund', 'Rain? Void.', '/market/rain'] as const),
  ],
  [
    { ...of, type: 4, payload: { ...result, status: 'reversed', payouts: [], note: 'Too early.' } },
    ...(['Result changed', 'Rain? Too early.', '/market/rain'] as const),
  ],
  [{ ...of, type: 5, payload: { amount: '50', note: 'Hello' } }, 'You were granted $50.00', 'Hello', '/portfolio'],
  [
    { ...of, type: 6, payload: { title: 'Weather', eventSlug: 'weather', note: 'In town.' } },
    ...(['Clarified: Weather', 'In town.', '/event/weather'] as const),
  ],
];

test.each(ROWS)('notices: %j is %s', (notification, title, text, to) => {
  const told = noticesOf([notification]).map((notice) => ({ ...notice, to: notice.to.replace('$slug', notice.slug) }));
  expect(told).toMatchObject([{ id: 7, timeMs: 1_795_200_000_000, title, text, to }]);
});

test('notices: fills of taker orders are left out, and milliseconds stay', () => {
  const taken = { ...of, type: 2, payload: { ...fill, trader_side: 'TAKER' } } as const;
  const late = { ...of, timestamp: 1_795_200_000_123, type: 5, payload: { amount: '1', note: '' } } as const;
  expect(noticesOf([taken, late]).map(({ timeMs }) => timeMs)).toEqual([1_795_200_000_123]);
});
