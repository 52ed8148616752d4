/** Records with a result, of plain markets and of one-winner events, for generated histories. Tests only. */
import type { AddToCatalog } from '../command.ts';
import type { MarketDefinition } from '../market/definition.ts';
import { catalogEventDefinition, marketDefinition } from './definitions.ts';
import type { Dice } from './dice.ts';
import { marketsOf, NEG_RISK_EVENT, PLAIN_MARKETS, RACE_EVENT } from './market-plans.ts';

const WON = [10_000, 0] as const;
const LOST = [0, 10_000] as const;
const RESULTS = [WON, LOST, LOST, [5_000, 5_000]] as const;

/** One or two markets with recorded results, known or joining their event; no market has the index `last`. */
export function recordedResult(dice: Dice, last: number): Pick<AddToCatalog, 'events' | 'markets'> {
  const [id, slug] = dice.pick([[NEG_RISK_EVENT, 'election'] as const, [RACE_EVENT, 'race'] as const]);
  const known = marketsOf(id);
  const record = (index: number, given: Partial<MarketDefinition> = {}): MarketDefinition =>
    marketDefinition(index, { negRisk: true, payouts: WON, ...given });
  const event = catalogEventDefinition({ id, slug, negRisk: true, tagSlugs: [] });
  const listed = (markets: readonly MarketDefinition[]) => ({ events: [{ event, markets }], markets: [] });
  const drawn = dice.below(8);
  if (drawn === 4)
    return { events: [], markets: [marketDefinition(dice.pick(PLAIN_MARKETS), { payouts: dice.pick(RESULTS) })] };
  if (drawn === 5) return { events: [], markets: [record(dice.pick(known), { payouts: dice.pick(RESULTS) })] };
  if (drawn === 6) return listed(known.slice(dice.below(3)).map((market) => record(market, { payouts: LOST })));
  if (drawn === 0) return { events: [], markets: [record(dice.pick(known))] };
  if (drawn === 1) return listed([record(dice.pick(known)), record(dice.pick(known))]);
  if (drawn === 2) return listed([record(last), record(last + 1, { payouts: null })]);
  return listed([record(dice.pick(known)), record(last, { payouts: [0, 10_000] })].slice(dice.below(2)));
}
