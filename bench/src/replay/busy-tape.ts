/** A tape of markets that are busier than any: quotes that flicker on all levels, and now and then a trade. */
import { TAPE_FORMAT, type TapeMarket } from '@bellwether/server/tape/tape-line.ts';
import { TapeWriter } from '@bellwether/server/tape/tape-writer.ts';
import { createRandom } from '../shared/random.ts';

const START_MS = 1_760_000_000_000;
const LEVELS = 10;
const MIDDLE = 50;
const TRADES = 0.02;

export interface BusyTape {
  readonly markets: readonly TapeMarket[];
  readonly startMs: number;
  readonly endMs: number;
}

/** So many messages, one a millisecond. */
export function writeBusyTape(path: string, messages: number, marketCount: number): BusyTape {
  const markets = Array.from({ length: marketCount }, (_, index): TapeMarket => {
    const id = (index + 1).toString(16).padStart(64, '0');
    return {
      condition_id: `0x${id}`,
      slug: `busy-${index}`,
      question: `Busy ${index}?`,
      outcomes: ['Yes', 'No'],
      token_ids: [`${10 ** 9 + index * 2}`, `${10 ** 9 + index * 2 + 1}`],
      minimum_tick_size: 0.01,
      minimum_order_size: 5,
      taker_base_fee: 0,
    };
  });
  const random = createRandom(11);
  const tape = TapeWriter.create(path, {
    kind: 'tape',
    format: TAPE_FORMAT,
    source: 'bench',
    time_ms: START_MS,
    markets,
  });
  for (let number = 0; number < messages; number++) {
    const market = markets[random.below(marketCount)] as TapeMarket;
    const [first, second] = market.token_ids;
    const timeMs = START_MS + number;
    const isBid = random.chance(0.5);
    const isTrade = random.chance(TRADES);
    const away = isTrade ? 1 : 1 + random.below(LEVELS);
    const price = ((isBid ? MIDDLE - away : MIDDLE + away) / 100).toFixed(2);
    const other = (1 - Number(price)).toFixed(2);
    const size = String(50 + random.below(5_000));
    const place = `"market":"${market.condition_id}","timestamp":"${timeMs}"`;
    // As long as those of a venue, which have hashes and best prices.
    const tail = `"hash":"${'0123456789'.repeat(4)}","best_bid":"0.49","best_ask":"0.51"`;
    const text = isTrade
      ? `{"event_type":"last_trade_price","asset_id":"${first}",${place},"price":"${price}","size":"10","side":"${isBid ? 'SELL' : 'BUY'}","fee_rate_bps":"0"}`
      : `{"event_type":"price_change",${place},"price_changes":[{"asset_id":"${first}","price":"${price}","size":"${size}","side":"${isBid ? 'BUY' : 'SELL'}",${tail}},{"asset_id":"${second}","price":"${other}","size":"${size}","side":"${isBid ? 'SELL' : 'BUY'}",${tail}}]}`;
    tape.message(timeMs, timeMs, text);
  }
  tape.end(START_MS + messages);
  tape.close();
  return { markets, startMs: START_MS, endMs: START_MS + messages - 1 };
}
