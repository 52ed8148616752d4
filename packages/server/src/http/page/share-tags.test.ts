/** Preview of a shared link: the right text, and never foreign markup. */
import type { Event, MarketDetail } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { shareOfEvent, shareOfMarket, shareTags } from './share-tags.ts';

const market = (groupItemTitle: string, price: string, active = true) => ({
  groupItemTitle,
  question: `${groupItemTitle}?`,
  outcomePrices: JSON.stringify([price === '' ? '0.5' : price, '0']),
  priceKnown: price !== '',
  active,
  archived: false,
});

const event = {
  title: 'Which city?',
  description: 'The first\none  decides.',
  image: '',
  icon: 'https://example.org/i.png',
  markets: [
    market('Porto', ''),
    market('Busan', '0.25'),
    market('Lisbon', '0.5'),
    market('Tallinn', '0.004'),
    market('Oslo', '0.9', false),
  ],
} as unknown as Event;

test('share: an event names its likeliest answers, hidden ones and those without a price left out', () => {
  expect(shareOfEvent(event)).toMatchObject({
    title: 'Which city?',
    description: 'Lisbon 50% · Busan 25% · Tallinn <1% — The first one decides.',
  });
});

test('share: a market tells its chance, and its winner once it has one', () => {
  const token = (outcome: string, price: number, winner = false) => ({
    token_id: '1',
    outcome,
    price,
    winner,
    price_known: true,
  });
  const detail = {
    question: 'Rain?',
    description: '',
    image: '',
    icon: '',
    tokens: [token('Yes', 0.634), token('No', 0.366)],
  };
  expect(shareOfMarket(detail as unknown as MarketDetail).description).toBe('Yes 63%');
  const unknown = detail.tokens.map((one) => ({ ...one, price: 0.5, price_known: false }));
  expect(shareOfMarket({ ...detail, tokens: unknown } as unknown as MarketDetail).description).toBe('');
  const resolved = { ...detail, tokens: [token('Yes', 0), token('No', 1, true)] };
  expect(shareOfMarket(resolved as unknown as MarketDetail).description).toBe('Resolved: No');
});

test('share: text of the catalog cannot become markup', () => {
  const text = `"><script>alert('&')</script>`;
  const tags = shareTags({ title: text, description: text, picture: `/${text}` }, 'http://host', `/${text}`);
  expect(tags).not.toMatch(/<script|alert\('/);
  expect(tags.match(/<(?!meta |title>|\/title>)/g)).toBeNull();
  expect(tags).toContain('content="&#34;&#62;&#60;script&#62;');
});

test('share: the picture that a catalog names is fetched by no one who shows the link', () => {
  const tags = shareTags(shareOfEvent({ ...event, slug: 'which city' }), 'http://host', '/');
  expect(tags).not.toMatch(/example\.org/);
  expect(tags).toContain('<meta property="og:image" content="http://host/share/event/which%20city.png" />');
});

test('share: long rules are cut between words', () => {
  const { description } = shareOfEvent({ ...event, markets: [], description: 'word '.repeat(200) });
  expect(description.length).toBeLessThan(230);
  expect(description).toMatch(/word…$/);
});
