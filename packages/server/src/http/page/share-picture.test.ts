/** The picture of a shared link: everything fits, and no text of the catalog becomes part of the drawing. */
import type { Event, MarketDetail } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { pictureOfEvent, pictureOfMarket } from './share-picture.ts';

const market = (groupItemTitle: string, price: number | null) => ({
  groupItemTitle,
  question: `${groupItemTitle}?`,
  outcomeLabels: ['Yes', 'No'],
  outcomePrices: JSON.stringify([String(price ?? 0.5), '0']),
  priceKnown: price !== null,
  active: true,
  archived: false,
});

const texts = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);

test('picture: an event shows its likeliest answers, those without a price last', () => {
  const markets = [market('Porto', null), market('Oslo', 0.2), market('Lisbon', 0.5), market('Rome', 0.001)];
  const svg = pictureOfEvent({ title: 'Which city?', markets } as unknown as Event);
  expect(texts(svg)).toEqual(['Bellwether', 'Which city?', 'Lisbon', '50%', 'Oslo', '20%', 'Rome', '&#60;1%']);
});

test('picture: a market shows its chance, and its winner once it has one', () => {
  const token = { outcome: 'Yes', price: 0.63, price_known: true, winner: false };
  const detail = { question: 'Rain?', tokens: [token, { ...token, outcome: 'No', price: 0.37 }] };
  expect(texts(pictureOfMarket(detail as unknown as MarketDetail))).toEqual(['Bellwether', 'Rain?', 'Yes', '63%']);
  const resolved = { ...detail, tokens: [token, { ...token, outcome: 'No', winner: true }] };
  expect(texts(pictureOfMarket(resolved as unknown as MarketDetail))).toContain('Resolved: No');
});

test('picture: long questions are broken and cut, and never markup [Q6]', () => {
  const title = `${'A long question about <b>many</b> & more things '.repeat(20)}\u0000\ud800`;
  const svg = pictureOfEvent({ title, markets: [market('x'.repeat(500), 0.5)] } as unknown as Event);
  const lines = texts(svg);
  expect(lines.length).toBeLessThanOrEqual(6);
  for (const line of lines) expect(line.replace(/&#\d+;/g, '.').length).toBeLessThanOrEqual(36);
  expect(svg).not.toMatch(/<b>|\p{Cc}|\p{Cs}/u);
});
