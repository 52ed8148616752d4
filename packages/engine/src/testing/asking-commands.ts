/** Generates commands of asking, and what they meet: markets that are to open, orders, results. Tests only. */
import type { SuggestionId } from '../asking/definition.ts';
import type { Command } from '../command.ts';
import { accountId, catalogId, marketId, micros, walletId } from '../units/units.ts';
import { catalogEventDefinition, marketDefinition } from './definitions.ts';
import type { Dice } from './dice.ts';
import { NEG_RISK_EVENT } from './market-plans.ts';
import { numberedOrderId } from './order-ids.ts';

const TEXTS = ['why', ' padded\n', '', ' \n', 'a\tb', 'two\nlines', 'x'.repeat(2001)];
const ANSWERS = [[], [], ['Ann', ' Böb '], ['one'], ['a', ' a'], ['a\nb', 'c'], ['', 'b'], ['x'.repeat(101), 'y']];
const MANY = Array.from({ length: 21 }, (_, index) => `answer ${index}`);
const NOTHING = { kind: 'AddToCatalog', tags: [], series: [], markets: [], events: [] } as const;
const OPENED_LATER = catalogId(77);

/** `counts` of the state before the command. */
export function askingCommand(
  dice: Dice,
  nowMs: number,
  counts: { readonly markets: number; readonly suggestions: number; readonly orders: number },
): Command {
  const drawn = dice.below(18);
  const text = dice.once(3) ? 'fine' : dice.pick(TEXTS);
  const account = accountId(dice.once(30) ? 9 : dice.once(2) ? 0 : dice.below(4));
  const catalogEvent = dice.once(12) ? catalogId(999) : dice.once(2) ? OPENED_LATER : NEG_RISK_EVENT;
  const market = marketId(Math.max(0, counts.markets - dice.below(4) + (dice.once(30) ? 1 : -1)));
  const time = dice.pick([null, nowMs - 1, nowMs, nowMs + 1, nowMs + 100, nowMs + 300, nowMs + 60_000]);
  if (drawn < 2) return { kind: 'OpenTrading' };
  if (drawn < 4) return { kind: 'AddClarification', catalogEvent, text };
  if (drawn < 6 || drawn > 14) {
    const title = dice.once(3) ? dice.pick([...TEXTS, 'y'.repeat(201)]) : 'A question?';
    const answers = dice.once(2) ? [] : dice.once(6) ? MANY : dice.pick(ANSWERS);
    return { kind: 'AddSuggestion', account, title, description: text, answers, endDate: '' };
  }
  if (drawn < 8) {
    const suggestion = Math.max(1, counts.suggestions - dice.below(5) + (dice.once(20) ? 7 : 0)) as SuggestionId;
    const status = dice.once(2) ? 'approved' : 'rejected';
    return {
      kind: 'DecideSuggestion',
      suggestion,
      status,
      note: text,
      catalogEvent: dice.once(3) ? catalogEvent : null,
    };
  }
  if (drawn < 10) {
    const openTimeMs = dice.once(15) ? -1 : time;
    const closeTimeMs = dice.once(3) ? nowMs + dice.pick([1, 200, 70_000]) : null;
    const definition = marketDefinition(counts.markets, { openTimeMs, closeTimeMs, minimumSize: micros(1) });
    const event = catalogEventDefinition({ id: OPENED_LATER, slug: 'later', negRisk: false, tagSlugs: [] });
    return { ...NOTHING, events: [{ event, markets: [definition] }] };
  }
  if (drawn === 10)
    return { kind: 'UpdateMarket', market, changes: dice.once(3) ? { closeTimeMs: time } : { openTimeMs: time } };
  if (drawn === 11) {
    const changes = dice.once(3) ? { title: 'Later' } : {};
    return { kind: 'UpdateCatalogEvent', catalogEvent, changes, openTimeMs: dice.once(9) ? 0.5 : time };
  }
  if (drawn === 12)
    return dice.once(3) ? { kind: 'ResolveMarket', market, payouts: [10_000, 0] } : { kind: 'EndTrading' };
  const owner = dice.below(4);
  const amounts = { makerAmount: micros(dice.pick([40, 60]) * 1_000), takerAmount: micros(100_000) };
  return {
    ...{ kind: 'PlaceOrder', orderId: numberedOrderId(counts.orders), market, side: 'BUY', type: 'GTC', ...amounts },
    ...{ account: accountId(owner), wallet: walletId(owner * 2), apiKey: 'key', outcome: dice.once(2) ? 0 : 1 },
    ...{ postOnly: false, expiration: 0, builder: '' },
  };
}
