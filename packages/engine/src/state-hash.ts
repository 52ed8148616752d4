/**
 * A 64-bit fingerprint of everything that affects decisions: two states with equal hashes answer every command alike.
 * Each fact is hashed separately and the hashes are summed, so that the order of maps does not matter unless it affects
 * decisions. If it does (holders, settling markets), the position is part of the fact. Not cryptographic: it finds
 * mistakes, the journal's hash chain finds tampering.
 */
import { communityFacts } from './community/community.ts';
import { keyFacts } from './keys/account-keys.ts';
import type { Market } from './market/market.ts';
import type { State } from './state.ts';
import { heartbeatFacts } from './timers.ts';

type Fact = string | number | bigint | boolean | null;

/** Sums fact hashes in two 32-bit lanes. */
class Fingerprint {
  #low = 0;
  #high = 0;

  add(...facts: readonly Fact[]): void {
    let low = 0x811c9dc5;
    let high = 0x9e3779b9;
    for (const fact of facts) {
      const text = String(fact);
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        low = Math.imul(low ^ code, 0x01000193);
        high = Math.imul(high + code, 0x85ebca6b);
        high ^= high >>> 13;
      }
      low = Math.imul(low ^ 0xff, 0x01000193);
      high = Math.imul(high ^ (low >>> 15), 0xc2b2ae35);
    }
    this.#low = (this.#low + (low ^ (low >>> 16))) >>> 0;
    this.#high = (this.#high + (high ^ (high >>> 16))) >>> 0;
  }

  toString(): string {
    return this.#high.toString(16).padStart(8, '0') + this.#low.toString(16).padStart(8, '0');
  }
}

/** 16 hex digits; O(size of the state). */
export function hashState(state: Readonly<State>): string {
  const print = new Fingerprint();
  const { sequence, timeMs, mode, rules, nextOrderNumber, orderResults, lastCatalogIds: last } = state;
  const { count, closedCount, digest } = orderResults;
  print.add('venue', sequence, timeMs, mode, rules, nextOrderNumber, count, closedCount, ...digest);
  print.add('ids', last.event, last.market, last.tag, last.series);
  const { free, held, fees, debts, claims, backing, collateral, deposits, withdrawals } = state.totals;
  print.add('totals', free, held, fees, debts, claims, backing, collateral, deposits, withdrawals);
  for (const { id, address, depositWallet, wallets, openOrders, relayNonces, debt } of state.accounts) {
    const nonces = Object.values(relayNonces);
    print.add('account', id, address, depositWallet, wallets.join(), openOrders.size, debt, ...nonces);
  }
  for (const wallet of state.wallets) {
    print.add('wallet', wallet.id, wallet.address, wallet.account, wallet.borrowed, wallet.free, wallet.held);
    for (const [market, { free, held, cost }] of wallet.positions) {
      print.add('position', wallet.id, market, free[0], free[1], held[0], held[1], cost);
    }
  }
  for (const key of state.apiKeys.values()) print.add('key', key.apiKey, key.account, key.nonce, key.revoked);
  for (const [id, slug] of state.tagSlugs) print.add('tag', id, slug);
  for (const [id, slug] of state.seriesSlugs) print.add('series', id, slug);
  for (const event of state.catalogEvents.values()) {
    const { id, slug, negRisk, active, closed, archived, markets, advanced } = event;
    print.add('event', id, slug, negRisk, active, closed, archived, markets.join(), advanced);
  }
  for (const market of state.markets) addMarket(print, market);
  for (const order of state.openOrders.values()) {
    const { number, orderId, account, wallet, apiKey, market, outcome } = order;
    print.add('order', number, orderId, account, wallet, apiKey, market, outcome);
    const { side, type, price, size, expiration, remaining, held, createdMs } = order;
    print.add('terms', number, side, type, price, size, expiration, remaining, held, createdMs);
  }
  print.add('settling', [...state.settling].join());
  print.add('closing', state.closings.size, [...state.draining].join());
  keyFacts(state.keys, (...facts) => print.add(...facts));
  heartbeatFacts(state.heartbeats, (...facts) => print.add(...facts));
  communityFacts(state.community, (...facts) => print.add(...facts));
  state.asking.facts((...facts) => print.add(...facts));
  state.grants.facts((...facts) => print.add(...facts));
  state.houses.facts((...facts) => print.add(...facts));
  state.rights.facts((...facts) => print.add(...facts));
  for (const [field, value] of Object.entries(state.looks)) if (value !== null) print.add('looks', field, value);
  let place = 0;
  for (const { by, key, hash, signature, timeMs, sequences, entries, orders, comments } of state.requests.values()) {
    print.add('request', place++, by, key, hash, timeMs, sequences.join(), entries, orders, comments);
    if (signature !== undefined) print.add('signed', place, signature);
  }
  return print.toString();
}

function addMarket(print: Fingerprint, market: Market): void {
  const { id, catalogId, conditionId, slug, tokenIds, outcomes, catalogEvent, negRisk } = market;
  print.add('market', id, catalogId, conditionId, slug, ...tokenIds, ...outcomes, catalogEvent, negRisk);
  const { tick, minimumSize, takerFeeRate, makerFeeRate, active, closed, archived, acceptingOrders, status } = market;
  const phase = [active, closed, archived, acceptingOrders, status];
  print.add('terms', id, tick, minimumSize, takerFeeRate, makerFeeRate, ...phase);
  print.add('payouts', id, market.payouts?.join() ?? null, [...market.holders].join());
  print.add('supply', id, ...market.supply, market.vault, market.locked, market.bookChangedMs, market.bookVersion);
  print.add('book', id, market.bookEntry);
  addResult(print, market);
  print.add('close', id, market.closeTimeMs, market.tradingEnded);
  if (market.openTimeMs !== null) print.add('open', id, market.openTimeMs);
  if (market.recordedPriceHalfTicks !== null) print.add('recorded', id, market.recordedPriceHalfTicks);
  const trade = market.lastTrade;
  if (trade !== null) print.add('trade', id, trade.price, trade.side, trade.outcome);
}

function addResult(
  print: Fingerprint,
  { id, past, feesTaken, settlement, before, proposal, correction }: Market,
): void {
  for (const [wallet, { cost, shares }] of past) print.add('past', id, wallet, cost, ...shares);
  print.add('fees', id, feesTaken);
  if (settlement !== null) print.add('settlement', id, settlement.vault, settlement.repaid, settlement.remainder);
  if (before !== null) print.add('before', id, ...Object.values(before));
  if (proposal?.market === id) print.add('proposal', id, JSON.stringify(proposal));
  if (correction?.market !== id) return;
  const { steps, ...kept } = correction;
  print.add('correction', id, steps !== null, JSON.stringify(kept));
}
