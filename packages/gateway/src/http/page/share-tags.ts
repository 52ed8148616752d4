/**
 * Preview of an event or market on sites where its link is shared: `og:` tags in the page's head. The venue draws the
 * picture itself, because a picture that the catalog names would be fetched from elsewhere.
 */
import type { Event, MarketDetail } from '@bellwether/contract';
import { escapeHtml, firstPrice, percent } from './html.ts';

export type Share = { readonly title: string; readonly description: string; readonly picture: string | null };

/** Size of every picture, in pixels. */
export const PICTURE_WIDTH = 1_200;
export const PICTURE_HEIGHT = 630;

const DESCRIPTION_LENGTH_MAX = 220;
const OUTCOMES_SHOWN = 3;

export const shareOfVenue = (name: string): Share => ({
  title: `${name}: a prediction market`,
  description: 'Live markets on what comes next. Prices are probabilities. Play money only.',
  picture: null,
});

export function shareOfEvent(event: Event): Share {
  const open = event.markets.filter(({ active, archived }) => active && !archived);
  const leading = open
    .filter(({ priceKnown }) => priceKnown)
    .map((market) => ({ label: market.groupItemTitle || market.question, price: firstPrice(market.outcomePrices) }))
    .sort((left, right) => right.price - left.price)
    .slice(0, OUTCOMES_SHOWN)
    .map(({ label, price }) => (open.length === 1 ? `${percent(price)} chance` : `${label} ${percent(price)}`));
  return {
    title: event.title,
    description: shortened([leading.join(' · '), event.description].filter((part) => part !== '').join(' — ')),
    picture: `/share/event/${encodeURIComponent(event.slug)}.png`,
  };
}

export function shareOfMarket(market: MarketDetail): Share {
  const [first] = market.tokens;
  const winner = market.tokens.find((token) => token.winner);
  const state =
    winner !== undefined
      ? `Resolved: ${winner.outcome}`
      : first === undefined || !first.price_known
        ? ''
        : `${first.outcome} ${percent(first.price)}`;
  return {
    title: market.question,
    description: shortened([state, market.description].filter((part) => part !== '').join(' — ')),
    picture: `/share/market/${encodeURIComponent(market.slug)}.png`,
  };
}

/**
 * Returns the tags for the head of the page. `origin` is the venue's, `path` the path of the page itself, `name` the
 * name of the venue.
 */
export function shareTags({ title, description, picture }: Share, origin: string, path: string, name: string): string {
  const fullTitle = title.startsWith(`${name}:`) ? title : `${title} · ${name}`;
  return [
    `<title>${escapeHtml(fullTitle)}</title>`,
    tag('name', 'description', description),
    tag('property', 'og:site_name', name),
    tag('property', 'og:type', 'website'),
    tag('property', 'og:title', title),
    tag('property', 'og:description', description),
    tag('property', 'og:url', origin + path),
    ...(picture === null ? [] : pictureTags(origin + picture, title)),
    tag('name', 'twitter:card', picture === null ? 'summary' : 'summary_large_image'),
  ].join('\n    ');
}

function pictureTags(url: string, title: string): readonly string[] {
  return [
    tag('property', 'og:image', url),
    tag('property', 'og:image:type', 'image/png'),
    tag('property', 'og:image:width', String(PICTURE_WIDTH)),
    tag('property', 'og:image:height', String(PICTURE_HEIGHT)),
    tag('property', 'og:image:alt', title),
  ];
}

function tag(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

function shortened(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  if (oneLine.length <= DESCRIPTION_LENGTH_MAX) return oneLine;
  return `${oneLine.slice(0, DESCRIPTION_LENGTH_MAX).replace(/\s\S*$/, '')}…`;
}
