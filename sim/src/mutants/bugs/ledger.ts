/** Seeded bugs of the ledger: holds, fees, credits, conversions, payouts. */
import type { MutantArea } from '../mutant.ts';

const ORDERS = 'packages/engine/src/apply/apply-orders.ts';
const LEDGER = 'packages/engine/src/apply/apply-ledger.ts';
const MATCH = 'packages/engine/src/matching/match.ts';
const PLACE = 'packages/engine/src/decide/place-order.ts';
const POSITIONS = 'packages/engine/src/decide/positions.ts';
const SETTLEMENT = 'packages/engine/src/ledger/settlement.ts';
const ACCOUNTS = 'packages/engine/src/decide/accounts.ts';

export const LEDGER_BUGS: MutantArea = {
  title: 'Ledger',
  mutants: [
    {
      name: 'cancelled-sell-keeps-its-hold',
      breaks: 'The shares of a sell order that ends without being filled stay held.',
      file: ORDERS,
      piece: '  else releaseShares(wallet, market, order.outcome, order.held);\n',
      by: '',
    },
    {
      name: 'cancelled-buy-keeps-its-hold',
      breaks: 'The collateral of a buy order that ends without being filled stays held.',
      file: ORDERS,
      piece: "if (order.side === 'BUY') release(state, wallet, order.held);",
      by: "if (order.side === 'BUY') order.held = ZERO_MICROS;",
    },
    {
      name: 'price-improvement-lost',
      breaks: 'What a maker held beyond what its fill cost is not given back.',
      file: ORDERS,
      piece: 'creditFree(state, wallet, subtractMicros(used, leg.collateral));',
      by: '',
    },
    {
      name: 'fee-reserve-kept',
      breaks: "A partly filled maker's fee reserve does not shrink with what is left of it.",
      file: MATCH,
      piece: 'minMicros(reserve, largestFee(remaining, maker.price, market.takerFeeRate)),',
      by: 'reserve,',
    },
    {
      name: 'rest-holds-the-whole-reserve',
      breaks: 'The rest of a partly filled buy holds the fee that was paid already.',
      file: PLACE,
      piece: 'const left = subtractMicros(reserve, plan.fee);',
      by: 'const left = reserve;',
    },
    {
      name: 'rest-without-a-reserve',
      breaks: 'A buy order that rests at once holds no collateral for its fee.',
      file: PLACE,
      piece: 'isBuy ? addMicros(collateral, reserve) : size;',
      by: 'isBuy ? collateral : size;',
    },
    {
      name: 'fee-collected-from-no-one',
      breaks: 'A taker that buys is not charged the fee that the venue books.',
      file: ORDERS,
      piece: 'debitFree(state, taker, addMicros(event.collateral, event.fee));',
      by: 'debitFree(state, taker, event.collateral);',
    },
    {
      name: 'deposit-credited-twice',
      breaks: 'A deposit is credited, and counted, twice.',
      file: LEDGER,
      piece: 'deposit(state, walletOf(state, event.wallet), event.amount);',
      by: 'deposit(state, walletOf(state, event.wallet), event.amount);\n  deposit(state, walletOf(state, event.wallet), event.amount);',
    },
    {
      name: 'starting-balance-again',
      breaks: 'A wallet that is bound for a second account is given a starting balance again.',
      file: ACCOUNTS,
      piece: "return accepted([{ kind: 'WalletBound', wallet, account, address, credit: ZERO_MICROS }]);",
      by: "return accepted([{ kind: 'WalletBound', wallet, account, address, credit: 1_000_000 }]);",
    },
    {
      name: 'conversion-pays-once-more',
      breaks: 'A conversion of n markets pays n instead of n - 1 for each share.',
      file: POSITIONS,
      piece: 'micros(amount * (given.length - 1))',
      by: 'micros(amount * given.length)',
    },
    {
      name: 'conversion-forgets-the-vault',
      breaks: 'Shares that a conversion takes are gone instead of put away.',
      file: LEDGER,
      piece: 'debitShares(wallet, market, 1, event.amount);\n    market.vault = addMicros(market.vault, event.amount);',
      by: 'debitShares(wallet, market, 1, event.amount);',
    },
    {
      name: 'merge-counts-the-larger-side',
      breaks: 'A merge is allowed for as many pairs as there are shares of the outcome of which more are free.',
      file: POSITIONS,
      piece: '(first ?? 0) <= (second ?? 0) ? 0 : 1',
      by: '(first ?? 0) > (second ?? 0) ? 0 : 1',
    },
    {
      name: 'split-does-not-debit',
      breaks: 'A split creates pairs without taking the collateral for them.',
      file: LEDGER,
      piece: 'debitFree(state, wallet, event.amount);\n  lockPairs',
      by: 'lockPairs',
    },
    {
      name: 'payout-rounded-up',
      breaks: "A holder's payout is rounded up to the micro instead of down.",
      file: SETTLEMENT,
      piece: 'Math.floor(rest / PRICE_ONE)',
      by: 'Math.ceil(rest / PRICE_ONE)',
    },
    {
      name: 'vault-repaid-rounded-down',
      breaks: "What a settled market repays of its event's advance is rounded down instead of up.",
      file: SETTLEMENT,
      piece: 'Math.ceil((remainder * market.payouts[1]) / PRICE_ONE)',
      by: 'Math.floor((remainder * market.payouts[1]) / PRICE_ONE)',
    },
    {
      name: 'losers-are-paid',
      breaks: 'A market resolved to its second outcome pays the first one.',
      file: SETTLEMENT,
      piece: 'whole += ((shares - remainder) / PRICE_ONE) * payouts[outcome];',
      by: 'whole += ((shares - remainder) / PRICE_ONE) * payouts[0];',
    },
  ],
};
