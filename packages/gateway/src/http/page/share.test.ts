/** Previews and pictures of shared links: the right text, which fits, and never foreign markup. */
import type { Event, MarketDetail } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { pictureOfEvent, pictureOfMarket } from './share-picture.ts';
import { shareOfEvent, shareOfMarket, shareTags } from './share-tags.ts';

const market = (groupItemTitle: string, price: number | null, active = true) => ({
  groupItemTitle,
  question: `${groupItemTitle}?`,
  outcomeLabels: ['Yes', 'No'],
  outcomePrices: JSON.stringify([String(price ?? 0.5), '0']),
  priceKnown: price !== null,
  active,
  archived: false,
});

const LISTED = { Porto: null, Busan: 0.25, Lisbon: 0.5, Tallinn: 0.004 };
const CITIES = [...Object.entries(LISTED).map(([city, price]) => market(city, price)), market('Oslo', 0.9, false)];
const event = {
  title: 'Which city?',
  description: 'The first\none  decides.',
  image: '',
  icon: 'https://example.org/i.png',
  markets: CITIES,
} as unknown as Event;

const token = (outcome: string, price: number, winner = false, isKnown = true) => ({
  token_id: '1',
  outcome,
  price,
  winner,
  price_known: isKnown,
});

const detail = (...tokens: ReturnType<typeof token>[]): MarketDetail =>
  ({ question: 'Rain?', description: '', image: '', icon: '', tokens }) as unknown as MarketDetail;

test('share: an event names its likeliest answers, hidden ones and those without a price left out', () =>
  expect(shareOfEvent(event)).toMatchObject({
    title: 'Which city?',
    description: 'Lisbon 50% · Busan 25% · Tallinn <1% — The first one decides.',
  }));

test('share: a market tells its chance, and its winner once it has one', () => {
  const textOf = (...tokens: Parameters<typeof detail>): string => shareOfMarket(detail(...tokens)).description;
  expect(textOf(token('Yes', 0.634), token('No', 0.366))).toBe('Yes 63%');
  expect(textOf(token('Yes', 0.5, false, false), token('No', 0.5, false, false))).toBe('');
  expect(textOf(token('Yes', 0), token('No', 1, true))).toBe('Resolved: No');
});

test('share: text of the catalog cannot become markup', () => {
  const text = `"><script>alert('&')</script>`;
  const tags = shareTags(
    { title: text, description: text, picture: `/${text}` },
    'http://host',
    `/${text}`,
    'Bellwether',
  );
  expect(tags).not.toMatch(/<script|alert\('/);
  expect(tags.match(/<(?!meta |title>|\/title>)/g)).toBeNull();
  // Title and description of the page, of its preview, and of the picture.
  expect(tags.match(/content="&#34;&#62;&#60;script&#62;/g)).toHaveLength(4);
});

test('share: the picture that a catalog names is fetched by no one who shows the link', () => {
  const tags = shareTags(shareOfEvent({ ...event, slug: 'which city' }), 'http://host', '/', 'Bellwether');
  expect(tags).not.toMatch(/example\.org/);
  expect(tags).toContain('<meta property="og:image" content="http://host/share/event/which%20city.png" />');
});

test('share: long rules are cut between words', () => {
  const { description } = shareOfEvent({ ...event, markets: [], description: 'word '.repeat(200) });
  expect(description.length).toBeLessThan(230);
  expect(description).toMatch(/word…$/);
});

const texts = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);

test('picture: an event shows its likeliest answers, those without a price last', () => {
  const shown = ['Bellwether', 'Which city?', 'Lisbon', '50%', 'Busan', '25%', 'Tallinn', '&#60;1%'];
  expect(texts(pictureOfEvent(event, 'Bellwether'))).toEqual(shown);
  const two = [market('Porto', null), market('Oslo', 0.2)];
  const drawn = pictureOfEvent({ ...event, markets: two } as unknown as Event, 'Bellwether');
  expect(texts(drawn).slice(2)).toEqual(['Oslo', '20%', 'Porto', '–']);
});

test('picture: a market shows its chance, and its winner once it has one', () => {
  const open = [token('Yes', 0.63), token('No', 0.37)];
  expect(texts(pictureOfMarket(detail(...open), 'Bellwether'))).toEqual(['Bellwether', 'Rain?', 'Yes', '63%']);
  expect(texts(pictureOfMarket(detail(token('Yes', 0), token('No', 1, true)), 'Bellwether'))).toContain('Resolved: No');
});

test('picture: long questions are broken and cut, and never markup [Q6]', () => {
  const title = `${'A long question about <b>many</b> & more things '.repeat(20)}\u0000\ud800`;
  const svg = pictureOfEvent({ title, markets: [market('x'.repeat(500), 0.5)] } as unknown as Event, 'Bellwether');
  const lines = texts(svg);
  expect(lines.length).toBeLessThanOrEqual(6);
  for (const line of lines) expect(line.replace(/&#\d+;/g, '.').length).toBeLessThanOrEqual(36);
  expect(svg).not.toMatch(/<b>|\p{Cc}|\p{Cs}/u);
});
