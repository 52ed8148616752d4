/**
 * The one page that other sites may frame: a market's question, its chance and its curve, with nothing to click but a
 * link to the market. It only reads and never acts, so a frame cannot trick a user into anything.
 */
import type { MarketDetail } from '@bellwether/contract';
import { escapeHtml, percent } from './html.ts';

/** Content policy of the page: scripts, styles and reads of this server, framed by any site. */
export const EMBED_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

/** HTML of the page; `public/embed.js` keeps it up to date. */
export function embedPage(market: MarketDetail): string {
  const [first] = market.tokens;
  const winner = market.tokens.find((token) => token.winner);
  const chance =
    winner !== undefined ? escapeHtml(winner.outcome) : first?.price_known === true ? percent(first.price) : '–';
  const words = winner !== undefined ? 'result' : `chance of ${escapeHtml(first?.outcome ?? 'Yes')}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(market.question)}</title>
    <link rel="icon" href="/app/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/app/embed.css" />
    <script type="module" src="/app/embed.js"></script>
  </head>
  <body data-market="${escapeHtml(market.condition_id)}" data-token="${escapeHtml(first?.token_id ?? '')}" data-over="${winner !== undefined}">
    <h1><a href="/app/market/${encodeURIComponent(market.slug)}" target="_blank" rel="noopener">${escapeHtml(market.question)}</a></h1>
    <p class="chance"><strong id="chance">${chance}</strong> <span>${words}</span></p>
    <svg id="curve" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true"><path /></svg>
    <footer>Bellwether · play money</footer>
  </body>
</html>
`;
}
