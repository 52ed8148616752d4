/** Applies events of accounts, wallets, deposits, positions, settlement and relayed transactions. */
import {
  collectFee,
  createPairs,
  creditFree,
  creditShares,
  debitFree,
  debitShares,
  deposit,
  keepPast,
  lockPairs,
  repayAdvance,
  unlock,
  unlockPairs,
  withdraw,
} from '../ledger/balances.ts';
import { vaultPayout } from '../ledger/settlement.ts';
import type { Wallet } from '../ledger/wallet.ts';
import { AccountOrders } from '../orders/open-orders.ts';
import { createRelayNonces, schemeOf } from '../relay/commands.ts';
import { type Applied, accountOf, catalogEventOf, marketOf, walletOf } from '../state.ts';
import { addMicros, assert, subtractMicros, ZERO_MICROS } from '../units/units.ts';
import { settled } from './apply-results.ts';

export const LEDGER_EVENTS = {
  AccountOpened(state, event) {
    assert(event.account === state.accounts.length, `account ${event.account} is out of turn`);
    state.accounts.push({
      id: event.account,
      address: event.address,
      depositWallet: event.depositWallet,
      wallets: [],
      openOrders: new AccountOrders(),
      apiKeys: new Set(),
      keysIssued: 0,
      debt: ZERO_MICROS,
      relayNonces: createRelayNonces(),
    });
    state.accountsByAddress.set(event.address, event.account);
  },

  WalletBound(state, event) {
    assert(event.wallet === state.wallets.length, `wallet ${event.wallet} is out of turn`);
    const owner = accountOf(state, event.account);
    const wallet: Wallet = {
      id: event.wallet,
      address: event.address,
      account: event.account,
      borrowed: event.address !== owner.address && event.address !== owner.depositWallet && event.derived !== true,
      free: ZERO_MICROS,
      held: ZERO_MICROS,
      buys: 0,
      positions: new Map(),
    };
    state.wallets.push(wallet);
    state.walletsByAddress.set(event.address, event.wallet);
    owner.wallets.push(event.wallet);
    deposit(state, wallet, event.credit);
  },

  WalletReleased(state, event) {
    const wallet = walletOf(state, event.wallet);
    assert(wallet.borrowed, `wallet ${event.wallet} is not borrowed`);
    assert(!state.walletsByAddress.has(event.address), `address ${event.address} is taken`);
    state.walletsByAddress.delete(wallet.address);
    wallet.address = event.address;
    wallet.borrowed = false;
    state.walletsByAddress.set(event.address, event.wallet);
  },

  CollateralMoved(state, event) {
    debitFree(state, walletOf(state, event.from), event.amount);
    creditFree(state, walletOf(state, event.to), event.amount);
  },

  ApiKeyIssued(state, event) {
    const { apiKey, account, nonce } = event;
    state.apiKeys.set(apiKey, { apiKey, account, nonce, revoked: false });
    const holder = accountOf(state, account);
    holder.apiKeys.add(apiKey);
    holder.keysIssued++;
  },

  ApiKeyRevoked(state, event) {
    const key = state.apiKeys.get(event.apiKey);
    assert(key !== undefined, `no API key ${event.apiKey}`);
    key.revoked = true;
    accountOf(state, key.account).apiKeys.delete(event.apiKey);
  },

  Deposited(state, event) {
    deposit(state, walletOf(state, event.wallet), event.amount);
  },

  Withdrawn(state, event) {
    withdraw(state, walletOf(state, event.wallet), event.amount);
  },

  PositionSplit(state, event) {
    const wallet = walletOf(state, event.wallet);
    const market = marketOf(state, event.market);
    debitFree(state, wallet, event.amount);
    lockPairs(state, market, event.amount);
    creditShares(wallet, market, 0, event.amount, event.amount);
    creditShares(wallet, market, 1, event.amount, 0);
  },

  PositionsMerged(state, event) {
    const wallet = walletOf(state, event.wallet);
    const market = marketOf(state, event.market);
    debitShares(wallet, market, 0, event.amount, event.amount);
    debitShares(wallet, market, 1, event.amount, 0);
    unlockPairs(state, market, event.amount);
    creditFree(state, wallet, event.amount);
  },

  PositionsConverted(state, event) {
    const wallet = walletOf(state, event.wallet);
    const catalogEvent = catalogEventOf(state, event.catalogEvent);
    // The first market is credited with the whole proceeds: only all markets of the event together have a cost.
    for (const [index, id] of event.given.entries()) {
      const market = marketOf(state, id);
      debitShares(wallet, market, 1, event.amount, index === 0 ? event.collateral : 0);
      market.vault = addMicros(market.vault, event.amount);
    }
    for (const id of event.received) {
      const market = marketOf(state, id);
      createPairs(market, event.amount);
      creditShares(wallet, market, 0, event.amount, 0);
      market.vault = addMicros(market.vault, event.amount);
    }
    // The new pairs raise the locked amount and the advance alike; the payout raises only the advance.
    state.totals.backing = subtractMicros(state.totals.backing, event.collateral);
    creditFree(state, wallet, event.collateral);
    catalogEvent.advanced += BigInt(event.amount) * BigInt(event.received.length) + BigInt(event.collateral);
  },

  PayoutMade(state, event) {
    const market = marketOf(state, event.market);
    const wallet = walletOf(state, event.wallet);
    for (const outcome of [0, 1] as const) {
      debitShares(wallet, market, outcome, event.shares[outcome], 0);
      market.supply[outcome] = subtractMicros(market.supply[outcome], event.shares[outcome]);
    }
    keepPast(market, wallet.id, { cost: market.past.get(wallet.id)?.cost ?? 0, shares: event.shares });
    unlock(state, market, event.collateral);
    creditFree(state, wallet, event.collateral);
  },

  MarketSettled(state, event) {
    const market = marketOf(state, event.market);
    const { vault } = market;
    let repaid = ZERO_MICROS;
    if (vault > 0) {
      assert(market.catalogEvent !== null, 'only a market of an event has a vault');
      const catalogEvent = catalogEventOf(state, market.catalogEvent);
      repaid = vaultPayout(market, catalogEvent.advanced);
      repayAdvance(market, catalogEvent, repaid);
    }
    market.supply[1] = subtractMicros(market.supply[1], market.vault);
    market.vault = ZERO_MICROS;
    unlock(state, market, event.remainder);
    collectFee(state, event.remainder);
    assert(
      market.locked === 0 && market.supply[0] === 0 && market.supply[1] === 0,
      `market ${market.id} settled with a rest`,
    );
    market.settlement = { vault, repaid, remainder: event.remainder };
    settled(state, market);
  },

  WalletClaimed(state, event) {
    const wallet = walletOf(state, event.wallet);
    assert(wallet.borrowed, `wallet ${event.wallet} is not borrowed`);
    wallet.borrowed = false;
    deposit(state, wallet, event.credit);
  },

  TransactionRelayed(state, event) {
    const scheme = schemeOf(event.type);
    if (scheme === null) return;
    const { relayNonces } = accountOf(state, event.account);
    assert(event.nonce === relayNonces[scheme], `nonce ${event.nonce} of account ${event.account} is out of turn`);
    relayNonces[scheme]++;
  },
} satisfies Partial<Applied>;
