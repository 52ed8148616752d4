/** A market as its venue describes it in `GET /markets/{condition_id}`. */
import type { TapeMarket } from './tape-line.ts';

/** Fields of the answer that a tape keeps. */
interface MarketAnswer {
  readonly condition_id?: string;
  readonly market_slug?: string;
  readonly question?: string;
  readonly minimum_tick_size?: number;
  readonly minimum_order_size?: number;
  readonly taker_base_fee?: number;
  readonly neg_risk?: boolean;
  readonly neg_risk_market_id?: string;
  readonly tokens?: readonly { readonly token_id: string; readonly outcome: string }[];
}

/** The market of an answer; null if it describes no market of two tokens. */
export function describedMarket(answer: unknown): TapeMarket | null {
  const told = answer as MarketAnswer | null;
  const [first, second] = told?.tokens ?? [];
  if (typeof told?.condition_id !== 'string' || first === undefined || second === undefined) return null;
  return {
    condition_id: told.condition_id,
    slug: told.market_slug ?? told.condition_id,
    question: told.question ?? told.condition_id,
    outcomes: [first.outcome, second.outcome],
    token_ids: [first.token_id, second.token_id],
    minimum_tick_size: told.minimum_tick_size ?? 0.01,
    minimum_order_size: told.minimum_order_size ?? 5,
    taker_base_fee: told.taker_base_fee ?? 0,
    ...(told.neg_risk === true && { neg_risk: true, neg_risk_market_id: told.neg_risk_market_id ?? '' }),
  };
}
