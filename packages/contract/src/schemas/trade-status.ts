/** Settlement statuses of a trade, in the ecosystem's terms. */
import { Type } from 'typebox';

export const TRADE_STATUSES = ['MATCHED', 'MINED', 'RETRYING', 'CONFIRMED', 'FAILED'] as const;

export const TradeStatus = Type.Enum([...TRADE_STATUSES], {
  description:
    'CONFIRMED: a match and its settlement are one step. The others are shown by a sandbox alone, where that goes wrong on purpose',
});
export type TradeStatus = Type.Static<typeof TradeStatus>;
