/** Seeded bugs of matching: who trades with whom, at what price, and what becomes of the rest. */
import type { MutantArea } from '../mutant.ts';

const MATCH = 'packages/engine/src/matching/match.ts';
const PLACE = 'packages/engine/src/decide/place-order.ts';
const LIMIT = 'packages/engine/src/matching/limit-price.ts';
const FEE = 'packages/engine/src/matching/fee.ts';

export const MATCHING: MutantArea = {
  title: 'Matching and order checks',
  mutants: [
    {
      name: 'walk-one-cent-too-deep',
      breaks: 'A taker that crosses the book goes on to makers one cent worse than its limit.',
      file: MATCH,
      piece: 'makerPrice <= limit : makerPrice >= limit',
      by: 'makerPrice <= limit + 100 : makerPrice >= limit - 100',
    },
    {
      name: 'trade-at-taker-price',
      breaks: "A leg trades at the taker's limit instead of the maker's price.",
      file: MATCH,
      piece: 'const legPrice = bookPriceOf(maker.bookPrice, taker.outcome);',
      by: 'const legPrice = taker.price;',
    },
    {
      name: 'self-trade-across-outcomes',
      breaks: 'An order is matched with one of its own account when the two are for different outcomes.',
      file: MATCH,
      piece: 'if (maker.account === taker.account) {',
      by: 'if (maker.account === taker.account && maker.outcome === taker.outcome) {',
    },
    {
      name: 'own-order-left-in-the-way',
      breaks: 'One own resting order in the way of a taker is passed over and not cancelled.',
      file: PLACE,
      piece: 'if (plan.selfOrders.length > 0) {',
      by: 'if (plan.selfOrders.length > 1) {',
    },
    {
      name: 'pair-leg-rounded-down',
      breaks: "The maker's part of a mint or merge is rounded down to the micro instead of up.",
      file: MATCH,
      piece: 'const cost = costRoundedUp(maker.price, size);',
      by: 'const cost = micros(Math.floor((maker.price * size) / PRICE_ONE));',
    },
    {
      name: 'transfer-leg-rounded-down',
      breaks: 'What is paid for a leg between two orders of one outcome is rounded down instead of up.',
      file: MATCH,
      piece: 'collateral = minMicros(costRoundedUp(legPrice, size), allowed);',
      by: 'collateral = minMicros(micros(Math.floor((legPrice * size) / PRICE_ONE)), allowed);',
    },
    {
      name: 'budget-ends-with-the-maker',
      breaks: 'A market order that spends a budget is taken for filled as soon as it has emptied a maker.',
      file: MATCH,
      piece: 'addMicros(available, ONE_MICRO));',
      by: 'available);',
    },
    {
      name: 'budget-forgets-what-it-spent',
      breaks: 'Each leg of a market order that spends a budget may spend the whole of it again.',
      file: MATCH,
      piece: 'sharesForBudget(legPrice, subtractMicros(taker.budget, plan.collateral), addMicros',
      by: 'sharesForBudget(legPrice, taker.budget, addMicros',
    },
    {
      name: 'fok-filled-in-part',
      breaks: 'A FOK order that can be filled in part only is filled in part.',
      file: PLACE,
      piece: "command.type === 'FOK' && !plan.complete",
      by: "command.type === 'FOK' && plan.size === 0",
    },
    {
      name: 'fak-rest-rests',
      breaks: 'What a FAK sell could not fill rests in the book.',
      file: PLACE,
      piece: 'if (immediate || plan.complete) return',
      by: "if (command.type === 'FOK' || plan.complete || isBuy) return",
    },
    {
      name: 'post-only-takes-at-its-price',
      breaks: 'A post-only order whose price equals the best price on the other side is matched.',
      file: PLACE,
      piece: 'if (command.postOnly && crosses) return',
      by: 'if (command.postOnly && crosses && best !== price) return',
    },
    {
      name: 'post-only-mirrored-price',
      breaks: 'Whether an order for the second outcome crosses is judged by the price of the first outcome.',
      file: PLACE,
      piece: 'return best === 0 ? 0 : bookPriceOf(best, outcome);',
      by: 'return best;',
    },
    {
      name: 'last-micro-refused',
      breaks: 'An order that takes all that its wallet has free is refused.',
      file: PLACE,
      piece: 'wallet.free >= addMicros(cost, fee ?? ZERO_MICROS)',
      by: 'wallet.free > addMicros(cost, fee ?? ZERO_MICROS)',
    },
    {
      name: 'minimum-size-refused',
      breaks: "An order of exactly the market's minimum size is refused.",
      file: PLACE,
      piece: 'size < market.minimumSize',
      by: 'size <= market.minimumSize',
    },
    {
      name: 'gtd-lead-rounded-up',
      breaks: 'The earliest expiration of a GTD order is counted from the next second instead of the current one.',
      file: PLACE,
      piece: 'const earliest = Math.floor(timeMs / 1000) + GTD_LEAD_SECONDS_MIN;',
      by: 'const earliest = Math.ceil(timeMs / 1000) + GTD_LEAD_SECONDS_MIN;',
    },
    {
      name: 'highest-price-refused',
      breaks: 'The highest price on the grid, one tick below 1, is out of range.',
      file: LIMIT,
      piece: 'limit <= PRICE_ONE - tick &&',
      by: 'limit < PRICE_ONE - tick &&',
    },
    {
      name: 'price-off-grid-accepted',
      breaks: 'A resting order may have a price between two ticks.',
      file: LIMIT,
      piece: ' && (limit | 0) % tick === 0)',
      by: ')',
    },
    {
      name: 'market-order-rounding-too-loose',
      breaks: 'A market buy is read as a tick price that its amounts do not round to.',
      file: LIMIT,
      piece: 'isBuy ? price : PRICE_ONE',
      by: 'PRICE_ONE',
    },
    {
      name: 'fee-rounded-down',
      breaks: 'A taker fee is rounded down instead of half up.',
      file: FEE,
      piece: 'Math.floor((low * rate + STEP_HALF) / HALF)',
      by: 'Math.floor((low * rate) / HALF)',
    },
    {
      name: 'fee-of-the-last-leg',
      breaks: 'The fee of a trade is that of the last of its legs alone.',
      file: FEE,
      piece: 'const low = sum.low + (size',
      by: 'sum.low = 0;\n  sum.high = 0;\n  const low = sum.low + (size',
    },
    {
      name: 'sellers-pay-no-fee',
      breaks: 'A taker that sells is not charged.',
      file: MATCH,
      piece: 'minMicros(fee, plan.collateral) : fee',
      by: 'ZERO_MICROS : fee',
    },
  ],
};
