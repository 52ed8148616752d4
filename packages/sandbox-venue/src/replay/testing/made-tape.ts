/** Hand-written tapes for tests: one market, in terms of its first outcome. */
import { TAPE_FORMAT, type TapeMarket } from '@bellwether/venue/tape/tape-line.ts';
import { TapeWriter } from '@bellwether/venue/tape/tape-writer.ts';

export const TAPE_START_MS = Date.UTC(2026, 1, 1);

export const TAPE_MARKET: TapeMarket = {
  condition_id: `0x${'ab'.repeat(32)}`,
  slug: 'will-it-rain',
  question: 'Will it rain?',
  outcomes: ['Yes', 'No'],
  token_ids: [
    '71321045679252212594626385532706912750332728571942532289631379312455583992563',
    '70000000000000000000000000000000000000000000000000000000000000000000000000222',
  ],
  minimum_tick_size: 0.01,
  minimum_order_size: 5,
  taker_base_fee: 0,
};

type Side = 'BUY' | 'SELL';
const otherOf = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');

/** Event at so many seconds after the start: levels with new sizes, a trade with its taker's side, the result. */
export type Told =
  | { readonly at: number; readonly levels: readonly (readonly [side: Side, price: string, size: string])[] }
  | { readonly at: number; readonly trade: readonly [taker: Side, price: string, size: string]; readonly left?: string }
  /** Fields of `market_resolved`. */
  | { readonly at: number; readonly resolved: { readonly winning_asset_id?: unknown; readonly payouts?: unknown } };

/** Writes a tape. Each trade comes with its price level, as venues report it. */
export function writeTape(path: string, told: readonly Told[], described: TapeMarket = TAPE_MARKET): void {
  const { condition_id: market, token_ids } = described;
  const header = { kind: 'tape', format: TAPE_FORMAT, source: 'http://recorded', time_ms: TAPE_START_MS } as const;
  const tape = TapeWriter.create(path, { ...header, markets: [described] });
  for (const what of told) {
    const timeMs = TAPE_START_MS + Math.round(what.at * 1_000);
    const tell = (message: object): void =>
      tape.message(timeMs, timeMs, JSON.stringify({ ...message, market, timestamp: String(timeMs) }));
    const levels = (changes: readonly (readonly [Side, string, string])[]): void =>
      tell({
        event_type: 'price_change',
        price_changes: changes.flatMap(([side, price, size]) => [
          { asset_id: token_ids[0], side, price, size },
          { asset_id: token_ids[1], side: otherOf(side), price: (1 - Number(price)).toFixed(2), size },
        ]),
      });
    if ('resolved' in what) tell({ event_type: 'market_resolved', ...what.resolved });
    else if ('levels' in what) levels(what.levels);
    else {
      const [side, price, size] = what.trade;
      tell({ event_type: 'last_trade_price', asset_id: token_ids[0], side, price, size });
      if (what.left !== undefined) levels([[otherOf(side), price, what.left]]);
    }
  }
  // Like a recorder that is stopped after a quiet second: the last block has no message.
  tape.flush();
  tape.end(TAPE_START_MS);
  tape.close();
}
