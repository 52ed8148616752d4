/**
 * What a link to an event or a market shows where it is shared: `og:` tags in the head of the page, without a picture,
 * since programs that show links would fetch it from whoever the catalog names. Everything from the
 * catalog is text: it is escaped here, and nowhere else does catalog text get into HTML on the server.
 */
import type { Event, MarketDetail } from '@bellwether/contract';

export interface Share {
  readonly title: string;
  readonly description: string;
}

const NAME = 'Bellwether';
const DESCRIPTION_LENGTH_MAX = 220;
const OUTCOMES_SHOWN = 3;

export const VENUE_SHARE: Share = {
  title: `${NAME}: a prediction market`,
  description: 'Live markets on what comes next. Prices are probabilities. Play money only.',
};

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
  };
}

/** The tags, ready to stand in the head of the page. `url` is the address of the page itself. */
export function shareTags({ title, description }: Share, url: string): string {
  const fullTitle = title.startsWith(NAME) ? title : `${title} · ${NAME}`;
  return [
    `<title>${escapeHtml(fullTitle)}</title>`,
    tag('name', 'description', description),
    tag('property', 'og:site_name', NAME),
    tag('property', 'og:type', 'website'),
    tag('property', 'og:title', title),
    tag('property', 'og:description', description),
    tag('property', 'og:url', url),
    tag('name', 'twitter:card', 'summary'),
  ].join('\n    ');
}

function tag(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

/** Text that is safe in HTML, inside and outside of quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function shortened(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  if (oneLine.length <= DESCRIPTION_LENGTH_MAX) return oneLine;
  return `${oneLine.slice(0, DESCRIPTION_LENGTH_MAX).replace(/\s\S*$/, '')}…`;
}

function firstPrice(outcomePrices: string): number {
  return Number(/[0-9.]+/.exec(outcomePrices)?.[0] ?? 0);
}

function percent(price: number): string {
  const rounded = Math.round(price * 100);
  if (rounded === 0 && price > 0) return '<1%';
  if (rounded === 100 && price < 1) return '>99%';
  return `${rounded}%`;
}
