/** Applies events of accounts, wallets, deposits, positions and settlement. */
import type {
  AccountOpened,
  ApiKeyIssued,
  ApiKeyRevoked,
  Deposited,
  MarketSettled,
  PayoutMade,
  PositionSplit,
  PositionsConverted,
  PositionsMerged,
  WalletBound,
  Withdrawn,
} from '../event.ts';
import {
  collectFee,
  creditFree,
  creditShares,
  debitFree,
  debitShares,
  lockPairs,
  unlock,
  unlockPairs,
} from '../ledger/balances.ts';
import { vaultPayout } from '../ledger/settlement.ts';
import { accountOf, catalogEventOf, marketOf, walletOf } from '../lookup.ts';
import { AccountOrders } from '../orders/account-orders.ts';
import type { State } from '../state.ts';
import { assert } from '../units/assert.ts';
import { addMicros, subtractMicros, ZERO_MICROS } from '../units/micros.ts';

export function applyAccountOpened(state: State, event: AccountOpened): void {
  assert(event.account === state.accounts.length, `account ${event.account} is out of turn`);
  state.accounts.push({
    id: event.account,
    address: event.address,
    depositWallet: event.depositWallet,
    wallets: [],
    openOrders: new AccountOrders(),
  });
  state.accountsByAddress.set(event.address, event.account);
}

export function applyWalletBound(state: State, event: WalletBound): void {
  assert(event.wallet === state.wallets.length, `wallet ${event.wallet} is out of turn`);
  const wallet = {
    id: event.wallet,
    address: event.address,
    account: event.account,
    free: ZERO_MICROS,
    held: ZERO_MICROS,
    positions: new Map(),
  };
  state.wallets.push(wallet);
  state.walletsByAddress.set(event.address, event.wallet);
  accountOf(state, event.account).wallets.push(event.wallet);
  creditFree(state, wallet, event.credit);
  state.totals.deposits = addMicros(state.totals.deposits, event.credit);
}

export function applyApiKeyIssued(state: State, event: ApiKeyIssued): void {
  const { apiKey, account, nonce } = event;
  state.apiKeys.set(apiKey, { apiKey, account, nonce, revoked: false });
}

export function applyApiKeyRevoked(state: State, event: ApiKeyRevoked): void {
  const key = state.apiKeys.get(event.apiKey);
  assert(key !== undefined, `no API key ${event.apiKey}`);
  key.revoked = true;
}

export function applyDeposited(state: State, event: Deposited): void {
  creditFree(state, walletOf(state, event.wallet), event.amount);
  state.totals.deposits = addMicros(state.totals.deposits, event.amount);
}

export function applyWithdrawn(state: State, event: Withdrawn): void {
  debitFree(state, walletOf(state, event.wallet), event.amount);
  state.totals.withdrawals = addMicros(state.totals.withdrawals, event.amount);
}

export function applyPositionSplit(state: State, event: PositionSplit): void {
  const wallet = walletOf(state, event.wallet);
  const market = marketOf(state, event.market);
  debitFree(state, wallet, event.amount);
  lockPairs(state, market, event.amount);
  creditShares(wallet, market, 0, event.amount);
  creditShares(wallet, market, 1, event.amount);
}

export function applyPositionsMerged(state: State, event: PositionsMerged): void {
  const wallet = walletOf(state, event.wallet);
  const market = marketOf(state, event.market);
  debitShares(wallet, market, 0, event.amount);
  debitShares(wallet, market, 1, event.amount);
  unlockPairs(state, market, event.amount);
  creditFree(state, wallet, event.amount);
}

export function applyPositionsConverted(state: State, event: PositionsConverted): void {
  const wallet = walletOf(state, event.wallet);
  const catalogEvent = catalogEventOf(state, event.catalogEvent);
  for (const id of event.given) {
    const market = marketOf(state, id);
    debitShares(wallet, market, 1, event.amount);
    market.vault = addMicros(market.vault, event.amount);
  }
  let advanced = event.collateral;
  for (const id of event.received) {
    const market = marketOf(state, id);
    lockPairs(state, market, event.amount);
    creditShares(wallet, market, 0, event.amount);
    market.vault = addMicros(market.vault, event.amount);
    advanced = addMicros(advanced, event.amount);
  }
  creditFree(state, wallet, event.collateral);
  catalogEvent.advanced = addMicros(catalogEvent.advanced, advanced);
  state.totals.advanced = addMicros(state.totals.advanced, advanced);
}

export function applyPayoutMade(state: State, event: PayoutMade): void {
  const market = marketOf(state, event.market);
  const wallet = walletOf(state, event.wallet);
  for (const outcome of [0, 1] as const) {
    debitShares(wallet, market, outcome, event.shares[outcome]);
    market.supply[outcome] = subtractMicros(market.supply[outcome], event.shares[outcome]);
  }
  unlock(state, market, event.collateral);
  creditFree(state, wallet, event.collateral);
}

export function applyMarketSettled(state: State, event: MarketSettled): void {
  const market = marketOf(state, event.market);
  if (market.vault > 0) {
    assert(market.catalogEvent !== null, 'only a market of an event has a vault');
    const catalogEvent = catalogEventOf(state, market.catalogEvent);
    const repaid = vaultPayout(market, catalogEvent.advanced);
    unlock(state, market, repaid);
    catalogEvent.advanced = subtractMicros(catalogEvent.advanced, repaid);
    state.totals.advanced = subtractMicros(state.totals.advanced, repaid);
  }
  market.supply[1] = subtractMicros(market.supply[1], market.vault);
  market.vault = ZERO_MICROS;
  unlock(state, market, event.remainder);
  collectFee(state, event.remainder);
  assert(
    market.locked === 0 && market.supply[0] === 0 && market.supply[1] === 0,
    `market ${market.id} settled with a rest`,
  );
  market.status = 'resolved';
  state.settling.delete(market.id);
}
