/**
 * HTML of the page before any script runs: the frame, and the main content as plain links and text. On a slow line it
 * shows seconds before the page itself can draw; without scripts it is the whole page. The classes are those of
 * `packages/web/src`, whose components replace it.
 */

import type { Event, EventMarket, MarketDetail } from '@bellwether/contract';
import type { FastifyRequest } from 'fastify';
import type { PageBanner } from '../extension.ts';
import { escapeHtml, firstPrice, percent } from './html.ts';
import type { PageReads } from './page-reads.ts';
import { type Share, shareOfEvent, shareOfMarket, shareOfVenue } from './share-tags.ts';

/** Part of the page that shows an address; null for addresses that begin with the frame alone. */
export type PagePart = 'home' | 'event' | 'market';

export interface PageView {
  readonly share: Share;
  readonly part: PagePart | null;
  /** HTML of `#root`. */
  readonly root: string;
}

/** Text shown where no price is known, and its screen-reader version. */
const NO_PRICE =
  '<span class="faint"><span aria-hidden="true">–</span><span class="visually-hidden">no price yet</span></span>';

const ROWS_SHOWN = 3;
/** Cards shown at once: as many as fit on a large screen. */
const CARDS_SHOWN = 15;
/** Answers and characters shown: each request renders and compresses them on the thread that serves trades. */
const ANSWERS_SHOWN = 30;
const TEXT_SHOWN = 2_000;

/**
 * Returns the view for `path`, which is below the page's own and decoded by the router; `isPlain`: without a query. If
 * nothing can be read now, the view is the frame alone. The banner is on top of it. `name` is the venue's.
 */
export async function viewOf(
  reads: PageReads,
  request: FastifyRequest,
  path: string,
  isPlain: boolean,
  name: string,
  banner: PageBanner | null = null,
): Promise<PageView> {
  const frame = (content: string): string => frameOf(content, banner?.html ?? '', name);
  const [, kind, slug = ''] = /^(event|market)\/([^/]{1,300})\/?$/.exec(path) ?? [];
  try {
    if (path === '' && isPlain) {
      return { share: shareOfVenue(name), part: 'home', root: frame(home(await reads.firstEvents(request))) };
    }
    if (kind === 'event') {
      const event = await reads.event(request, slug);
      if (event !== null) return { share: shareOfEvent(event), part: kind, root: frame(eventHead(event)) };
    }
    if (kind === 'market') {
      const market = await reads.market(request, slug);
      if (market !== null) return { share: shareOfMarket(market), part: kind, root: frame(marketHead(market)) };
    }
  } catch {
    // The page itself reports the problem.
  }
  return { share: shareOfVenue(name), part: null, root: frame('') };
}

/** The frame around the content. The header has its final position, so that nothing moves when the page loads. */
function frameOf(content: string, banner: string, name: string): string {
  const main = content === '' ? '<main class="main"></main>' : `<main class="main" data-first-view>${content}</main>`;
  return `<div class="shell">${banner}<header class="header"><div class="row header__inner"><a class="row brand" href="/app/">${BRAND}<span class="brand__name">${escapeHtml(name)}</span></a><div class="search"></div><nav class="gap-1 header__nav" aria-label="Main"><a class="nav-link" href="/app/">Markets</a><a class="nav-link" href="/app/leaderboard">Leaderboard</a><a class="nav-link" href="/app/portfolio">Portfolio</a></nav></div></header>${main}</div>`;
}

const BRAND =
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" class="brand__ground"></rect></svg>';

function home(events: readonly Event[]): string {
  const cards = events.slice(0, CARDS_SHOWN).map((event) => `<li>${card(event)}</li>`);
  return `<div class="stack"><h1 class="visually-hidden">Markets</h1><ul class="event-grid">${cards.join('')}</ul></div>`;
}

function card(event: Event): string {
  const shown = event.markets.filter(({ active, archived, closed }) => active && !archived && !closed);
  const [only] = shown;
  const isSingle = event.markets.length === 1 && only !== undefined;
  const href = isSingle ? marketPath(only.slug) : `/app/event/${encodeURIComponent(event.slug)}`;
  const rows = [...shown].sort((left, right) => chanceOf(right) - chanceOf(left)).slice(0, ROWS_SHOWN);
  // Markets in catalog order, except for one-winner events, which sort by chance.
  const listed = event.negRisk ? rows : shown.filter((market) => rows.includes(market));
  return `<article class="event-card panel"><header class="top gap-3 event-card__head"><h2 class="event-card__title"><a class="plain" href="${href}">${escapeHtml(event.title)}</a></h2>${
    isSingle ? `<span class="event-card__percent numeric">${chanceText(only)}</span>` : ''
  }</header>${isSingle ? '' : `<ul class="stack event-card__rows">${listed.map(row).join('')}</ul>`}<div class="card-curve"></div></article>`;
}

function row(market: EventMarket): string {
  const label = escapeHtml(market.groupItemTitle || market.question);
  return `<li class="event-card__row"><a class="plain truncate" href="${marketPath(market.slug)}">${label}</a><span class="event-card__percent numeric">${chanceText(market)}</span></li>`;
}

function eventHead(event: Event): string {
  const shown = event.markets.filter(({ active, archived }) => active && !archived).slice(0, ANSWERS_SHOWN);
  return `<div class="stack"><h1>${escapeHtml(event.title)}</h1><ul class="stack event-card__rows">${shown.map(row).join('')}</ul>${rules(event)}</div>`;
}

function marketHead(market: MarketDetail): string {
  const [first] = market.tokens;
  const chance =
    first?.price_known === true
      ? `<p class="market-head__percent numeric">${escapeHtml(first.outcome)} ${percent(first.price)}</p>`
      : '';
  return `<div class="stack"><h1>${escapeHtml(market.question)}</h1>${chance}${rules(market)}</div>`;
}

function rules({ description }: Pick<Event, 'description'>): string {
  const isWhole = description.length <= TEXT_SHOWN;
  const text = isWhole ? description : `${description.slice(0, TEXT_SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
  return `<p class="soft rules__text">${escapeHtml(text)}</p>`;
}

const marketPath = (slug: string): string => `/app/market/${encodeURIComponent(slug)}`;

/** The market's chance; -1 if no price is known, so that it sorts last. */
function chanceOf({ priceKnown, outcomePrices }: EventMarket): number {
  return priceKnown ? firstPrice(outcomePrices) : -1;
}

function chanceText(market: EventMarket): string {
  return market.priceKnown ? percent(chanceOf(market)) : NO_PRICE;
}
