/**
 * HTML of the page before any script runs: the frame, and the text of the share tags with plain links. On a slow line
 * it shows seconds before the components of `packages/web/src` can draw, and without scripts it is the whole page.
 */

import type { Event } from '@bellwether/contract';
import type { FastifyRequest } from 'fastify';
import type { PageBanner } from '../extension.ts';
import { type LooksInForce, shownLooks } from '../looks/venue-look.ts';
import { escapeHtml } from './html.ts';
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

/** Links shown: each request renders and compresses them on the thread that serves trades. */
const LINKS_SHOWN = 30;

/**
 * Returns the view for `path`, which is below the page's own and decoded by the router; `isPlain`: without a query. If
 * nothing can be read now, the view is the frame alone. The banner is on top of it.
 */
export async function viewOf(
  reads: PageReads,
  request: FastifyRequest,
  path: string,
  isPlain: boolean,
  look: LooksInForce,
  banner: PageBanner | null = null,
): Promise<PageView> {
  const { name } = look;
  const view = (share: Share, part: PagePart | null, list = ''): PageView => ({
    ...{ share, part },
    root: frameOf(part === null ? '' : `${heading(share)}${list}`, banner?.html ?? '', look),
  });
  const [, kind, slug = ''] = /^(event|market)\/([^/]{1,300})\/?$/.exec(path) ?? [];
  try {
    if (path === '' && isPlain) {
      return view(shareOfVenue(name), 'home', links('event', await reads.firstEvents(request)));
    }
    if (kind === 'event') {
      const event = await reads.event(request, slug);
      if (event !== null) return view(shareOfEvent(event), kind, marketLinks(event));
    }
    if (kind === 'market') {
      const market = await reads.market(request, slug);
      if (market !== null) return view(shareOfMarket(market), kind);
    }
  } catch {
    // The page itself reports the problem.
  }
  return view(shareOfVenue(name), null);
}

/** The frame around the content. The header has its final position, so that nothing moves when the page loads. */
function frameOf(content: string, banner: string, look: LooksInForce): string {
  const { logo } = shownLooks(look);
  const mark = logo === '' ? BRAND : `<img class="brand__logo" src="${logo}" alt="" />`;
  const main =
    content === ''
      ? '<main class="main"></main>'
      : `<main class="main" data-first-view><div class="stack">${content}</div></main>`;
  return `<div class="shell">${banner}<header class="header"><div class="row header__inner"><a class="row brand" href="/app/">${mark}<span class="brand__name">${escapeHtml(look.name)}</span></a><div class="search"></div><nav class="gap-1 header__nav" aria-label="Main"><a class="nav-link" href="/app/">Markets</a><a class="nav-link" href="/app/leaderboard">Leaderboard</a><a class="nav-link" href="/app/portfolio">Portfolio</a></nav></div></header>${main}</div>`;
}

const BRAND =
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" class="brand__ground"></rect></svg>';

const heading = ({ title, description }: Share): string =>
  `<h1>${escapeHtml(title)}</h1><p class="soft">${escapeHtml(description)}</p>`;

function marketLinks({ markets }: Event): string {
  const shown = markets.filter(({ active, archived }) => active && !archived);
  return links(
    'market',
    shown.map(({ slug, groupItemTitle, question }) => ({ slug, title: groupItemTitle || question })),
  );
}

function links(kind: 'event' | 'market', items: readonly { readonly slug: string; readonly title: string }[]): string {
  const rows = items
    .slice(0, LINKS_SHOWN)
    .map(({ slug, title }) => `<li><a href="/app/${kind}/${encodeURIComponent(slug)}">${escapeHtml(title)}</a></li>`);
  return `<ul class="stack">${rows.join('')}</ul>`;
}
