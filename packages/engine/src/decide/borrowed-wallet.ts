/**
 * Orders of borrowed wallets, which the demo lends and which have no money of their own. For a BUY, the missing
 * collateral is drawn from the account's own wallet, then from its deposit wallet: exactly what the order spends and
 * holds at once.
 */
import type { BindAndPlace, PlaceOrder, ReleaseWallets } from '../command.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { releasedAddress, type Wallet } from '../ledger/wallet.ts';
import { STEPS_PER_COMMAND_MAX } from '../limits.ts';
import type { OrderResult } from '../orders/order-rows.ts';
import { accountOf, type State, walletOf } from '../state.ts';
import { addMicros, assert, type Micros, minMicros, subtractMicros, walletId, ZERO_MICROS } from '../units/units.ts';
import { decideBindWallet } from './accounts.ts';
import { decidePlaceOrder, refuseByMode } from './place-order.ts';

/** Decides the order as if its wallet were already bound, then does both or neither. */
export function decideBindAndPlace(
  state: Readonly<State>,
  command: BindAndPlace,
  timeMs: number,
  archived: OrderResult | null,
): Decision {
  const { order, wallet: address } = command;
  const { account } = order;
  const bound = decideBindWallet(state, { kind: 'BindWallet', account, wallet: address });
  if (bound.kind !== 'accepted') {
    if (bound.kind === 'reject') return refuseByMode(state, order) ?? bound;
    const known = state.walletsByAddress.get(address);
    if (known === undefined) return bound;
    const wallet = walletOf(state, known);
    const placement = { ...order, wallet: known };
    if (!wallet.borrowed) return decidePlaceOrder(state, placement, timeMs, archived);
    return placeFromBorrowed(state, placement, timeMs, archived, wallet, []);
  }
  const id = walletId(state.wallets.length);
  const empty = { free: ZERO_MICROS, held: ZERO_MICROS, buys: 0, positions: new Map() };
  const wallet: Wallet = { id, address, account, borrowed: true, ...empty };
  return placeFromBorrowed(state, { ...order, wallet: id }, timeMs, archived, wallet, bound.events);
}

/** Decides an order of a borrowed wallet. `before` are the events that bind the wallet. */
export function placeFromBorrowed(
  state: Readonly<State>,
  command: PlaceOrder,
  timeMs: number,
  archived: OrderResult | null,
  wallet: Wallet,
  before: readonly Event[],
): Decision {
  const purses = ownWallets(state, wallet);
  const free = purses.reduce((sum, purse) => addMicros(sum, purse.free), wallet.free);
  const placed = decidePlaceOrder(state, command, timeMs, archived, {
    kind: 'found',
    wallet: { ...wallet, free },
    purses: [wallet, ...purses],
  });
  if (placed.kind !== 'accepted') return placed;
  return accepted([...before, ...draws(wallet, purses, spentBy(placed.events)), ...placed.events]);
}

/** The account's own wallet and its deposit wallet, if bound. */
function ownWallets(state: Readonly<State>, { account }: Wallet): Wallet[] {
  const { address, depositWallet } = accountOf(state, account);
  const purses: Wallet[] = [];
  for (const own of new Set([address, depositWallet])) {
    const wallet = state.wallets[state.walletsByAddress.get(own) ?? -1];
    if (wallet?.account === account) purses.push(wallet);
  }
  return purses;
}

/** Free collateral that an accepted order uses: cost and fee of its fills, and the amount held for its rest. */
function spentBy(events: readonly Event[]): Micros {
  let spent = ZERO_MICROS;
  let isBuy = false;
  for (const event of events) {
    if (event.kind === 'OrderAccepted') isBuy = event.side === 'BUY';
    else if (!isBuy) continue;
    else if (event.kind === 'TradeExecuted') spent = addMicros(spent, addMicros(event.collateral, event.fee));
    else if (event.kind === 'OrderRested') spent = addMicros(spent, event.held);
  }
  return spent;
}

function draws(wallet: Wallet, purses: readonly Wallet[], spent: Micros): Event[] {
  const events: Event[] = [];
  let lacking = subtractMicros(spent, minMicros(spent, wallet.free));
  for (const { id, free } of purses) {
    const amount = minMicros(lacking, free);
    if (amount === 0) continue;
    events.push({ kind: 'CollateralMoved', from: id, to: wallet.id, amount });
    lacking = subtractMicros(lacking, amount);
  }
  assert(lacking === 0, `wallet ${wallet.id} spends more than its account has`);
  return events;
}

/** Reclaims addresses that the demo has lent. The wallets keep their contents under addresses of their own. */
export function decideReleaseWallets(state: Readonly<State>, _command: ReleaseWallets): Decision {
  const events: Event[] = [];
  for (const { id, borrowed } of state.wallets) {
    if (events.length >= STEPS_PER_COMMAND_MAX) break;
    if (borrowed) events.push({ kind: 'WalletReleased', wallet: id, address: releasedAddress(id) });
  }
  return accepted(events);
}
