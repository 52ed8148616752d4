/** Generates one side of a book and a taker that crosses it, with budgets at the edges. Money is never short. */
import { apply } from '../apply.ts';
import type { Command, PlaceOrder } from '../command.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../decision.ts';
import type { State } from '../state.ts';
import {
  type AccountId,
  accountId,
  address,
  marketId,
  micros,
  type OrderType,
  type Outcome,
  type Side,
  walletId,
} from '../units/units.ts';
import { marketDefinition } from './definitions.ts';
import { Dice } from './dice.ts';
import { PLANS } from './market-plans.ts';
import { type Amounts, immediateAmounts } from './order-amounts.ts';
import { numberedOrderId } from './order-ids.ts';

const UNIT = 1_000_000;
const TAKER = accountId(0);
const FILLER = accountId(1);
const MAKERS = [accountId(2), accountId(3)] as const;

export interface CrossingBook {
  /** Commands that open the venue and the book. All are accepted, except a filler's order that finds no price. */
  readonly opening: readonly Command[];
  readonly taker: PlaceOrder;
  readonly tick: number;
}

export type Role = Pick<PlaceOrder, 'account' | 'outcome' | 'side' | 'type'>;

export function crossingBook(seed: number): CrossingBook {
  const dice = new Dice(seed);
  const { tick, takerFeeRate } = dice.pick(PLANS);
  const market = marketDefinition(0, { tick, minimumSize: micros(1), takerFeeRate });
  const opening: Command[] = [
    { kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [market] },
    ...[TAKER, FILLER, ...MAKERS].flatMap((account) => fundedAccount(account, 9000, 2000)),
  ];
  let orders = 0;
  const place = (role: Role, amounts: Amounts): PlaceOrder => orderOf(++orders, role, amounts);
  const side: Side = dice.once(5) ? 'SELL' : 'BUY';
  const outcome: Outcome = dice.once(2) ? 0 : 1;
  // Prices from the taker's point of view: within a few ticks, so that several orders share one.
  const ticks = 10_000 / tick;
  const center = 1 + dice.below(ticks - 1);
  const near = (): number => Math.min(ticks - 1, Math.max(1, center + dice.below(4) - 1)) * tick;
  let total = 0;
  for (let count = 1 + dice.below(6); count > 0; count--) {
    const price = near();
    const account = dice.once(4) ? TAKER : dice.pick(MAKERS);
    const shares = sizeOf(dice);
    total += account === TAKER ? 0 : (shares * price) / 10_000;
    const facing = dice.once(2)
      ? { account, outcome, side: opposite(side), type: 'GTC' as const }
      : { account, outcome: other(outcome), side, type: 'GTC' as const };
    opening.push(place(facing, restingAt(facing.side, facing.outcome === outcome ? price : 10_000 - price, shares)));
    // A small fill leaves sizes that no order could have been placed with.
    if (!dice.once(3)) {
      const fill = { account: FILLER, outcome, side, type: 'FAK' as const };
      opening.push(place(fill, smallFill(dice, side, side === 'BUY' ? 10_000 - tick : tick)));
    }
  }
  const type = dice.pick<OrderType>(['FOK', 'FOK', 'FAK', 'FAK', 'GTC']);
  const limit = dice.once(3) ? (ticks - 1) * tick : near();
  const role = { account: TAKER, outcome, side, type };
  const edge = Math.max(1, Math.round(total / dice.pick([1, 1, 2, 3, 7])) + dice.below(5) - 2);
  if (type === 'GTC') return { opening, taker: place(role, restingAt(side, limit, sizeOf(dice))), tick };
  if (side === 'SELL' || dice.once(3))
    return { opening, taker: place(role, immediateAmounts(dice, side, limit, tick)), tick };
  const takerAmount = micros(Math.max(1, Math.floor((edge * 10_000) / limit)));
  return { opening, taker: place(role, { makerAmount: micros(edge), takerAmount }), tick };
}

/** Decides and applies without recounting everything after each step: for many books, and for deep ones. */
export function run(state: State, command: Command): Decision {
  const stamp = { sequence: state.sequence + 1, timeMs: 1_700_000_000_000 };
  const decision = decide(state, command, stamp);
  if (decision.kind !== 'accepted') return decision;
  for (const event of decision.events) apply(state, event, stamp);
  state.sequence = stamp.sequence;
  return decision;
}

/** Up to a hundredth of a share at any price on the tick. */
function smallFill(dice: Dice, side: Side, limit: number): Amounts {
  const given = 1000 + dice.below(9000);
  const wanted = side === 'BUY' ? (given * 10_000) / limit : (given * limit) / 10_000;
  return { makerAmount: micros(given), takerAmount: micros(Math.max(1, Math.floor(wanted))) };
}

const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');
const other = (outcome: Outcome): Outcome => (outcome === 0 ? 1 : 0);

const sizeOf = (dice: Dice): number =>
  dice.pick([1 + dice.below(4), 1 + dice.below(1000), UNIT + dice.below(UNIT), 10 * UNIT, dice.below(40 * UNIT) + 1]);

function restingAt(side: Side, price: number, shares: number): Amounts {
  let divisor = 10_000;
  for (let rest = price; rest > 0; ) [divisor, rest] = [rest, divisor % rest];
  const grain = 10_000 / divisor;
  const size = Math.ceil(shares / grain) * grain;
  const [collateral, all] = [micros(Math.round((size / 10_000) * price)), micros(size)];
  return side === 'BUY' ? { makerAmount: collateral, takerAmount: all } : { makerAmount: all, takerAmount: collateral };
}

/** Opens an account with `balance` and splits `pairs`, both in whole units. */
export function fundedAccount(account: AccountId, balance: number, pairs: number): Command[] {
  const own = address(`0x${(account + 1).toString(16).padStart(40, '0')}`);
  const [wallet, market, amount] = [walletId(account), marketId(0), micros(pairs * UNIT)];
  return [
    { kind: 'OpenAccount', address: own, depositWallet: own, startingBalance: micros(balance * UNIT) },
    { kind: 'SplitPosition', account, wallet, market, amount },
  ];
}

/** An order in the only market, from the account's first wallet. */
export function orderOf(number: number, role: Role, amounts: Amounts): PlaceOrder {
  const place = { orderId: numberedOrderId(number), wallet: walletId(role.account), market: marketId(0) };
  return { kind: 'PlaceOrder', ...place, apiKey: '', postOnly: false, expiration: 0, builder: '', ...role, ...amounts };
}
