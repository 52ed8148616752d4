/**
 * The only functions that move collateral and shares. Each keeps the running totals up to date and throws
 * `InvariantViolation` rather than let an amount become negative.
 */
import type { CatalogEvent, Market } from '../market/market.ts';
import type { Past } from '../results/proposal.ts';
import { accountOf, type State } from '../state.ts';
import { addCost } from '../units/cost.ts';
import {
  addMicros,
  assert,
  type MarketId,
  type Micros,
  minMicros,
  type Outcome,
  subtractMicros,
  type WalletId,
  ZERO_MICROS,
} from '../units/units.ts';
import { type Account, emptyPosition, type Position, type Wallet } from './wallet.ts';

/** Every credit pays what the account owes first. */
export function creditFree(state: State, wallet: Wallet, amount: Micros): void {
  const credit = state.totals.debts > 0 ? payDebt(state, wallet, amount) : amount;
  wallet.free = addMicros(wallet.free, credit);
  state.totals.free = addMicros(state.totals.free, credit);
}

/** Pays the debt of the wallet's account, and returns the rest of the amount. */
function payDebt(state: State, { account }: Wallet, amount: Micros): Micros {
  const owner = accountOf(state, account);
  const paid = minMicros(owner.debt, amount);
  owner.debt = subtractMicros(owner.debt, paid);
  state.totals.debts = subtractMicros(state.totals.debts, paid);
  return subtractMicros(amount, paid);
}

export function owe(state: State, account: Account, amount: Micros): void {
  account.debt = addMicros(account.debt, amount);
  state.totals.debts = addMicros(state.totals.debts, amount);
}

export function debitFree(state: State, wallet: Wallet, amount: Micros): void {
  wallet.free = subtractMicros(wallet.free, amount);
  state.totals.free = subtractMicros(state.totals.free, amount);
}

/** Brings in collateral from outside. */
export function deposit(state: State, wallet: Wallet, amount: Micros): void {
  creditFree(state, wallet, amount);
  state.totals.collateral += amount;
  state.totals.deposits += BigInt(amount);
}

/** Takes collateral out of the venue. */
export function withdraw(state: State, wallet: Wallet, amount: Micros): void {
  debitFree(state, wallet, amount);
  state.totals.collateral -= amount;
  state.totals.withdrawals += BigInt(amount);
}

export function hold(state: State, wallet: Wallet, amount: Micros): void {
  debitFree(state, wallet, amount);
  wallet.held = addMicros(wallet.held, amount);
  state.totals.held = addMicros(state.totals.held, amount);
}

/** Takes collateral out of a hold without freeing it, because it was paid. */
export function spendHeld(state: State, wallet: Wallet, amount: Micros): void {
  wallet.held = subtractMicros(wallet.held, amount);
  state.totals.held = subtractMicros(state.totals.held, amount);
}

export function release(state: State, wallet: Wallet, amount: Micros): void {
  spendHeld(state, wallet, amount);
  creditFree(state, wallet, amount);
}

export function collectFee(state: State, amount: Micros): void {
  state.totals.fees = addMicros(state.totals.fees, amount);
}

export function payFromFees(state: State, amount: Micros): void {
  state.totals.fees = subtractMicros(state.totals.fees, amount);
}

/** Free shares of a wallet in a market; 0 if it has none. */
export function freeShares(wallet: Wallet, market: MarketId, outcome: Outcome): Micros {
  return wallet.positions.get(market)?.free[outcome] ?? ZERO_MICROS;
}

// Shares move together with what the market cost their wallet: `paid` for them, or `received`.

export function creditShares(wallet: Wallet, market: Market, outcome: Outcome, amount: Micros, paid: number): void {
  let position = wallet.positions.get(market.id);
  if (position === undefined) {
    position = emptyPosition();
    wallet.positions.set(market.id, position);
    market.holders.add(wallet.id);
    if (market.past.size > 0) takePast(market, wallet, position);
  }
  spend(position, paid);
  position.free[outcome] = addMicros(position.free[outcome], amount);
}

/** Adds to a position's cost. Stores a sum of numbers itself: as the result of a call it would be put on the heap. */
function spend(position: Position, paid: number): void {
  const { cost } = position;
  if (typeof cost === 'number') {
    const sum = cost + paid;
    if (sum <= Number.MAX_SAFE_INTEGER && sum >= Number.MIN_SAFE_INTEGER) {
      position.cost = sum;
      return;
    }
  }
  position.cost = addCost(cost, paid);
}

export function debitShares(wallet: Wallet, market: Market, outcome: Outcome, amount: Micros, received: number): void {
  const position = positionOf(wallet, market);
  spend(position, -received);
  position.free[outcome] = subtractMicros(position.free[outcome], amount);
  dropIfEmpty(wallet, market, position);
}

export function holdShares(wallet: Wallet, market: Market, outcome: Outcome, amount: Micros): void {
  const position = positionOf(wallet, market);
  position.free[outcome] = subtractMicros(position.free[outcome], amount);
  position.held[outcome] = addMicros(position.held[outcome], amount);
}

export function releaseShares(wallet: Wallet, market: Market, outcome: Outcome, amount: Micros): void {
  const position = positionOf(wallet, market);
  position.held[outcome] = subtractMicros(position.held[outcome], amount);
  position.free[outcome] = addMicros(position.free[outcome], amount);
}

/** Takes shares out of a hold without freeing them, because they were sold. */
export function spendHeldShares(
  wallet: Wallet,
  market: Market,
  outcome: Outcome,
  amount: Micros,
  received: number,
): void {
  const position = positionOf(wallet, market);
  spend(position, -received);
  position.held[outcome] = subtractMicros(position.held[outcome], amount);
  dropIfEmpty(wallet, market, position);
}

/** Creates `amount` of both outcomes backed by locked collateral; the caller moves the collateral and the shares. */
export function lockPairs(state: State, market: Market, amount: Micros): void {
  createPairs(market, amount);
  state.totals.backing = addMicros(state.totals.backing, amount);
}

/** Creates `amount` of both outcomes against the event's advance; the caller raises the advance by the same amount. */
export function createPairs(market: Market, amount: Micros): void {
  market.supply[0] = addMicros(market.supply[0], amount);
  market.supply[1] = addMicros(market.supply[1], amount);
  market.locked = addMicros(market.locked, amount);
}

/** Takes the vault's payout out of a market's lock, to repay the event's advance. */
export function repayAdvance(market: Market, catalogEvent: CatalogEvent, amount: Micros): void {
  market.locked = subtractMicros(market.locked, amount);
  catalogEvent.advanced -= BigInt(amount);
  assert(catalogEvent.advanced >= 0n, `event ${catalogEvent.id} is repaid more than it advanced`);
}

/** Locks collateral under a market without creating shares: money of a correction on its way. */
export function lock(state: State, market: Market, amount: Micros): void {
  market.locked = addMicros(market.locked, amount);
  state.totals.backing = addMicros(state.totals.backing, amount);
}

/** The reverse of `lockPairs`. */
export function unlockPairs(state: State, market: Market, amount: Micros): void {
  market.supply[0] = subtractMicros(market.supply[0], amount);
  market.supply[1] = subtractMicros(market.supply[1], amount);
  unlock(state, market, amount);
}

/** Takes collateral out of a market's lock for a payout. */
export function unlock(state: State, market: Market, amount: Micros): void {
  market.locked = subtractMicros(market.locked, amount);
  state.totals.backing = subtractMicros(state.totals.backing, amount);
}

function positionOf(wallet: Wallet, market: Market): Position {
  // A missing position counts as empty: taking shares from it fails in `subtractMicros`; taking none is harmless.
  return wallet.positions.get(market.id) ?? emptyPosition();
}

function dropIfEmpty(wallet: Wallet, market: Market, position: Position): void {
  if (position.free[0] > 0 || position.free[1] > 0 || position.held[0] > 0 || position.held[1] > 0) return;
  wallet.positions.delete(market.id);
  market.holders.delete(wallet.id);
  if (position.cost !== 0) market.past.set(wallet.id, { cost: position.cost, shares: NO_SHARES });
}

const NO_SHARES = [ZERO_MICROS, ZERO_MICROS] as const;

/** Keeps what a wallet leaves in a market; nothing if it leaves nothing. */
export function keepPast({ past }: Market, wallet: WalletId, left: Past): void {
  if (left.cost !== 0 || left.shares[0] > 0 || left.shares[1] > 0) past.set(wallet, left);
}

function takePast({ past }: Market, { id }: Wallet, position: Position): void {
  position.cost = past.get(id)?.cost ?? 0;
  past.delete(id);
}
