/** The read `fills`: all trades in a range of entries, only for the activity feed. */
import type { TradeFill } from '@bellwether/contract';
import { fillsOfEntries, ledgerPosition } from '../../queries/ledger/ledger.ts';
import { FILLS_PER_TRADE_MAX, KIND_TAKER } from '../../schema/ledger-tables.ts';
import { tradeFill } from '../../wire/ledger/trades.ts';
import type { Read } from '../read.ts';
import { createFillScene } from './fill-scene.ts';

/** Range of entries from `first` to `last`, both inclusive. */
export interface FillsQuery {
  readonly first: number;
  readonly last: number;
}

export interface FillsAnswer {
  /** Rows include every entry up to this one. */
  readonly position: number;
  /** Oldest trade first; within a trade the taker, then the makers as matched. */
  readonly fills: readonly FillAnswer[];
}

export interface FillAnswer {
  /** Entry of the trade. */
  readonly sequence: number;
  readonly isTaker: boolean;
  readonly tokenId: string;
  /** Null without an event. */
  readonly eventTitle: string | null;
  /** The fill as `GET /trades` shows it. */
  readonly shown: TradeFill;
}

export function fillsRead(): Read<FillsQuery, FillsAnswer> {
  return {
    name: 'fills',
    async run(database, { first, last }) {
      // Read first: everything read later is at least as new.
      const position = await ledgerPosition(database);
      const fills = await fillsOfEntries(database, first, last);
      const placed = await createFillScene(database)(fills);
      return {
        value: {
          position,
          fills: placed.map(({ fill, market, owner }) => {
            return {
              sequence: Math.floor(fill.id / FILLS_PER_TRADE_MAX),
              isTaker: (fill.kind & KIND_TAKER) !== 0,
              tokenId: fill.outcome === 0 ? market.token_0 : market.token_1,
              eventTitle: market.event_title,
              shown: tradeFill(fill, market, owner),
            };
          }),
        },
      };
    },
    serialize: (value) => JSON.stringify(value),
  };
}
