/** Books and prices, from the gateway's own view: never ahead of what is durable, never behind what was answered. */
import { type LastTradePrice, PRICE_ROUTES, type Route, TOKENS_PER_BATCH_MAX, TokenList } from '@bellwether/contract';
import { isTokenId } from '@bellwether/engine';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BookCache, marketOfToken } from '../book-cache.ts';
import type { AppDependencies } from '../dependencies.ts';
import { type Failure, failure } from '../failure.ts';
import { hasBook, lastTradeOf, midpointText } from '../mapping/book.ts';
import { invalidPayload, mount } from '../mount.ts';
import { sendFailure, sendJson, sendValue } from '../plugins/answers.ts';
import { bodyBytes, createChecker } from '../plugins/body.ts';
import { parseJson } from '../plugins/json.ts';

export function registerPriceRoutes(app: FastifyInstance, { view }: AppDependencies): void {
  const books = new BookCache(view);
  const readTokens = createTokenReader();

  mount(app, PRICE_ROUTES.book, (request, reply) => {
    const tokenId = (request.query as Readonly<Record<string, unknown>>)['token_id'];
    if (typeof tokenId !== 'string' || !isTokenId(tokenId))
      return sendFailure(reply, failure('invalid_token_id'), 'plain');
    const book = books.read(tokenId);
    return book === null ? sendFailure(reply, failure('no_orderbook'), 'plain') : sendJson(reply, book);
  });

  const mountBatch = (route: Route, read: (tokens: readonly string[], reply: FastifyReply) => FastifyReply): void => {
    mount(app, route, (request, reply) => {
      const tokens = readTokens(bodyBytes(request));
      return 'kind' in tokens ? sendFailure(reply, tokens, 'plain') : read(tokens, reply);
    });
  };

  mountBatch(PRICE_ROUTES.books, (tokens, reply) => {
    const parts: Buffer[] = [];
    for (const token of tokens) {
      const book = books.read(token);
      if (book === null) continue;
      parts.push(parts.length === 0 ? OPEN : COMMA, book);
    }
    return sendJson(reply, parts.length === 0 ? '[]' : Buffer.concat([...parts, CLOSE]));
  });

  mountBatch(PRICE_ROUTES.midpoints, (tokens, reply) => {
    const midpoints: Record<string, string> = {};
    for (const token of tokens) {
      const found = marketOfToken(view.state, token);
      const midpoint = found !== null && hasBook(found.market) ? midpointText(found.market, found.outcome) : null;
      if (midpoint !== null) midpoints[token] = midpoint;
    }
    return sendValue(reply, midpoints);
  });

  mountBatch(PRICE_ROUTES.lastTradePrices, (tokens, reply) => {
    const prices: LastTradePrice[] = [];
    for (const token of tokens) {
      const found = marketOfToken(view.state, token);
      const last = found === null ? null : lastTradeOf(found.market, found.outcome);
      if (last !== null) prices.push({ token_id: token, ...last });
    }
    return sendValue(reply, prices);
  });
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');

/** Reads `[{token_id}]`. Too many are refused before each is looked at. */
function createTokenReader(): (bytes: Buffer) => string[] | Failure {
  const check = createChecker(TokenList, invalidPayload);
  return (bytes) => {
    const parsed = parseJson(bytes);
    if (parsed.kind === 'malformed') return failure('malformed_json', { detail: parsed.detail });
    if (Array.isArray(parsed.value) && parsed.value.length > TOKENS_PER_BATCH_MAX) return failure('payload_too_long');
    const list = check(parsed.value);
    return list.kind === 'failure' ? list : list.value.map(({ token_id }) => token_id);
  };
}
