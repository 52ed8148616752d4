/**
 * Books and prices from the gateway's own view: never ahead of durable entries, never behind an acknowledged answer.
 */
import {
  feeMark,
  type LastTradePrice,
  PRICE_ROUTES,
  PriceList,
  type Prices,
  PublicClientTokenList,
  type Route,
  TOKENS_PER_BATCH_MAX,
  TokenList,
} from '@bellwether/contract';
import { hasEnded, isTokenId } from '@bellwether/engine';
import { type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import { bestPriceText, lastTradeOf, midpointText, spreadText } from '@bellwether/wire/prices/book.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BookCache, marketOfToken, type TokenOfMarket } from '../book-cache.ts';
import type { AppDependencies } from '../dependencies.ts';
import { answer, mount } from '../mount.ts';
import { sendFailure, sendJson, sendValue } from '../plugins/answers.ts';
import { bodyBytes, createChecker, createProfileChecker, parseJson, type Read } from '../plugins/body.ts';
import { unknownField } from '../plugins/query.ts';

export function registerPriceRoutes(app: FastifyInstance, { settings, view }: AppDependencies): void {
  const bodies = { own: TokenList, ofPublicClients: PublicClientTokenList };
  const checkTokens = createProfileChecker(settings.profile, bodies, invalidItems);
  registerBooks(app, new BookCache(settings.profile !== 'polymarket'), view, checkTokens);
  registerSinglePrices(app, view);
  registerBatchPrices(app, view, checkTokens);
  registerTerms(app, view);
}

type View = AppDependencies['view'];

/** Header with the book version that an answer shows, including answers whose body cannot carry it. */
const SEQUENCE_HEADER = 'x-book-sequence';

/** Checks a list of tokens, with the fields that the profile allows. */
type CheckTokens = (value: unknown) => Read<TokenList>;

function registerBooks(app: FastifyInstance, books: BookCache, view: View, checkTokens: CheckTokens): void {
  mount(app, PRICE_ROUTES.book, (request, reply) => {
    const query = tokenQuery(request);
    if ('kind' in query) return sendFailure(reply, query);
    const found = marketOfToken(view.state, query.token);
    const book = found === null ? null : books.read(found);
    if (found === null || book === null) return sendFailure(reply, NO_BOOK);
    reply.header(SEQUENCE_HEADER, found.market.bookVersion);
    return sendJson(reply, book);
  });

  mountBatch(app, PRICE_ROUTES.books, checkTokens, (items, reply) => {
    const parts: Buffer[] = [];
    for (const { token_id } of items) {
      const found = marketOfToken(view.state, token_id);
      const book = found === null ? null : books.read(found);
      if (book === null) continue;
      parts.push(parts.length === 0 ? OPEN : COMMA, book);
    }
    return sendJson(reply, parts.length === 0 ? '[]' : Buffer.concat([...parts, CLOSE]));
  });
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
const NO_BOOK = failure('no_orderbook');

function registerSinglePrices(app: FastifyInstance, view: View): void {
  const mountSingle = (route: Route, read: (token: TokenOfMarket) => object): void => {
    mount(app, route, (request, reply) => {
      const query = tokenQuery(request);
      if ('kind' in query) return sendFailure(reply, query);
      const found = marketOfToken(view.state, query.token);
      return answer(reply, found === null ? NO_BOOK : read(found));
    });
  };

  mount(app, PRICE_ROUTES.price, (request, reply) => {
    const query = tokenQuery(request, ['side']);
    if ('kind' in query) return sendFailure(reply, query);
    const side = sideOf(query.values['side']);
    if (side === null) return sendFailure(reply, failure('invalid_side'));
    const found = openToken(view, query.token);
    const price = found === null ? null : bestPriceText(found.market, found.outcome, side);
    return answer(reply, price === null ? NO_BOOK : { price });
  });

  mountSingle(PRICE_ROUTES.midpoint, ({ market, outcome }) => {
    const mid = hasEnded(market) ? null : midpointText(market, outcome);
    return mid === null ? NO_BOOK : { mid, mid_price: mid };
  });

  mountSingle(PRICE_ROUTES.spread, ({ market }) => {
    const spread = hasEnded(market) ? null : spreadText(market);
    return spread === null ? NO_BOOK : { spread };
  });

  // The last trade stays known when the market is closed.
  mountSingle(PRICE_ROUTES.lastTradePrice, ({ market, outcome }) => lastTradeOf(market, outcome) ?? NEVER_TRADED);
}

const NEVER_TRADED = { price: '0.5', side: '' } as const;

function registerBatchPrices(app: FastifyInstance, view: View, checkTokens: CheckTokens): void {
  mountBatch(app, PRICE_ROUTES.prices, createChecker(PriceList, invalidItems), (items, reply) => {
    const prices: Prices = {};
    for (const { token_id, side } of items) {
      const found = openToken(view, token_id);
      if (found === null) continue;
      for (const wanted of side === undefined ? SIDES : [sideOf(side)]) {
        if (wanted === null) continue;
        const price = bestPriceText(found.market, found.outcome, wanted);
        if (price !== null) prices[token_id] = { ...prices[token_id], [wanted]: price };
      }
    }
    return sendValue(reply, prices);
  });

  const mountByToken = (route: Route, read: (token: TokenOfMarket) => string | null): void => {
    mountBatch(app, route, checkTokens, (items, reply) => {
      const values: Record<string, string> = {};
      for (const { token_id } of items) {
        const found = openToken(view, token_id);
        const value = found === null ? null : read(found);
        if (value !== null) values[token_id] = value;
      }
      return sendValue(reply, values);
    });
  };
  mountByToken(PRICE_ROUTES.midpoints, ({ market, outcome }) => midpointText(market, outcome));
  mountByToken(PRICE_ROUTES.spreads, ({ market }) => spreadText(market));

  mountBatch(app, PRICE_ROUTES.lastTradePrices, checkTokens, (items, reply) => {
    const prices: LastTradePrice[] = [];
    for (const { token_id } of items) {
      const found = marketOfToken(view.state, token_id);
      const last = found === null ? null : lastTradeOf(found.market, found.outcome);
      if (last !== null) prices.push({ token_id, ...last });
    }
    return sendValue(reply, prices);
  });
}

/** Mounts the routes for terms of a token's market, whether it is open or not. */
function registerTerms(app: FastifyInstance, view: View): void {
  const marksFees = app.access.profile === 'polymarket';
  const mountTerms = (
    byQuery: Route,
    byPath: Route,
    missing: Failure,
    read: (token: TokenOfMarket) => object,
  ): void => {
    const termsOf = (token: string): object => {
      const found = marketOfToken(view.state, token);
      return found === null ? missing : read(found);
    };
    mount(app, byQuery, (request, reply) => {
      const query = tokenQuery(request);
      return answer(reply, 'kind' in query ? query : termsOf(query.token));
    });
    mount(app, byPath, (request, reply) => {
      const { token_id } = request.params as { readonly token_id: string };
      return answer(reply, isTokenId(token_id) ? termsOf(token_id) : INVALID_TOKEN);
    });
  };
  const unknownMarket = failure('market_not_found');
  mountTerms(PRICE_ROUTES.tickSize, PRICE_ROUTES.tickSizeOf, unknownMarket, ({ market }) => ({
    minimum_tick_size: market.tick / 10_000,
  }));
  mountTerms(PRICE_ROUTES.negRisk, PRICE_ROUTES.negRiskOf, unknownMarket, ({ market }) => ({
    neg_risk: market.negRisk,
  }));
  mountTerms(PRICE_ROUTES.feeRate, PRICE_ROUTES.feeRateOf, failure('fee_rate_not_found'), ({ market }) => ({
    base_fee: marksFees ? feeMark(market.takerFeeRate) : market.takerFeeRate,
  }));
}

const INVALID_TOKEN = failure('invalid_token_id');
const SIDES = ['BUY', 'SELL'] as const;

function sideOf(value: unknown): 'BUY' | 'SELL' | null {
  return SIDES.find((side) => value === side || value === side.toLowerCase()) ?? null;
}

/** A token whose market has a book to show; null for any other. */
function openToken(view: View, token: string): TokenOfMarket | null {
  const found = marketOfToken(view.state, token);
  return found !== null && !hasEnded(found.market) ? found : null;
}

type TokenQuery = { readonly token: string; readonly values: Readonly<Record<string, unknown>> };

/** Reads `token_id` from a query that may only name it and `others`. */
function tokenQuery(request: FastifyRequest, others: readonly string[] = []): TokenQuery | Failure {
  const unknown = unknownField(request, ['token_id', ...others]);
  if (unknown !== null) return unknown;
  const values = request.query as Readonly<Record<string, unknown>>;
  const token = values['token_id'];
  if (token === undefined) return failure('token_id_missing');
  return typeof token === 'string' && isTokenId(token) ? { token, values } : INVALID_TOKEN;
}

/** Mounts a route whose body is a list of tokens. A list that is too long is refused before its items are checked. */
function mountBatch<Items>(
  app: FastifyInstance,
  route: Route,
  check: (value: unknown) => Read<Items>,
  read: (items: Items, reply: FastifyReply) => FastifyReply,
): void {
  mount(app, route, (request, reply) => {
    const parsed = parseJson(bodyBytes(request));
    if (parsed.kind === 'malformed') {
      return sendFailure(reply, failure('malformed_json', { detail: parsed.detail }));
    }
    if (Array.isArray(parsed.value) && parsed.value.length > TOKENS_PER_BATCH_MAX) {
      return sendFailure(reply, failure('payload_too_long'));
    }
    const list = check(parsed.value);
    return list.kind === 'failure' ? sendFailure(reply, list) : read(list.value, reply);
  });
}

/** A wrong side has its own error text. */
function invalidItems(detail: string): Failure {
  return /^\[[0-9]+\]\.side /.test(detail) ? failure('invalid_side') : invalidPayload(detail);
}
