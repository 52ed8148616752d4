/** Books, prices, terms and price history, by token id. Public. */
import type { BodyOf, CallOptions, QueryOf, Request } from '../request.ts';

const list = (tokenIds: readonly string[]): { token_id: string }[] => tokenIds.map((token_id) => ({ token_id }));

export function createBooks(request: Request) {
  return {
    get: (tokenId: string, call: CallOptions = {}) => request('book', { ...call, query: { token_id: tokenId } }),
    /** Books of up to 500 tokens; tokens without a book are left out. */
    getMany: (tokenIds: readonly string[], call: CallOptions = {}) =>
      request('books', { ...call, body: list(tokenIds) }),
    /** Smallest step of a price. */
    tickSize: async (tokenId: string, call: CallOptions = {}): Promise<number> =>
      (await request('tickSize', { ...call, query: { token_id: tokenId } })).minimum_tick_size,
    negRisk: async (tokenId: string, call: CallOptions = {}): Promise<boolean> =>
      (await request('negRisk', { ...call, query: { token_id: tokenId } })).neg_risk,
    /** Taker fee rate in ten-thousandths; 1000 in every market with fees of the profile `polymarket`. */
    feeRate: async (tokenId: string, call: CallOptions = {}): Promise<number> =>
      (await request('feeRate', { ...call, query: { token_id: tokenId } })).base_fee,
  };
}

export function createPrices(request: Request) {
  const one = (tokenId: string) => ({ token_id: tokenId });
  return {
    /** Best bid (BUY) or best ask (SELL), as a decimal. */
    get: async (tokenId: string, side: 'BUY' | 'SELL', call: CallOptions = {}): Promise<string> =>
      (await request('price', { ...call, query: { token_id: tokenId, side } })).price,
    /** Best bids and asks by token id; both sides unless one is given. */
    getMany: (body: BodyOf<'prices'>, call: CallOptions = {}) => request('prices', { ...call, body }),
    midpoint: async (tokenId: string, call: CallOptions = {}): Promise<string> =>
      (await request('midpoint', { ...call, query: one(tokenId) })).mid,
    /** Midpoints of up to 500 tokens, by token id; tokens without a midpoint are left out. */
    midpoints: (tokenIds: readonly string[], call: CallOptions = {}) =>
      request('midpoints', { ...call, body: list(tokenIds) }),
    spread: async (tokenId: string, call: CallOptions = {}): Promise<string> =>
      (await request('spread', { ...call, query: one(tokenId) })).spread,
    spreads: (tokenIds: readonly string[], call: CallOptions = {}) =>
      request('spreads', { ...call, body: list(tokenIds) }),
    lastTrade: (tokenId: string, call: CallOptions = {}) => request('lastTradePrice', { ...call, query: one(tokenId) }),
    lastTrades: (tokenIds: readonly string[], call: CallOptions = {}) =>
      request('lastTradePrices', { ...call, body: list(tokenIds) }),
    /** Price history of a token, oldest first. */
    history: async (query: QueryOf<'history'> & { readonly market: string }, call: CallOptions = {}) =>
      (await request('history', { ...call, query })).history,
    /** Price histories of up to 20 tokens, by token id. */
    histories: async (body: BodyOf<'batchHistory'>, call: CallOptions = {}) =>
      (await request('batchHistory', { ...call, body })).history,
  };
}
