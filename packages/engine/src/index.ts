/** The exchange as a pure function of its history: `decide` reads, `apply` changes, everything else is data. */

export * from './apply.ts';
export * from './book/ladder-book.ts';
export * from './book/order-book.ts';
export * from './command.ts';
export * from './decide.ts';
export * from './decision.ts';
export * from './event.ts';
export * from './ledger/invariants.ts';
export * from './ledger/totals.ts';
export * from './ledger/wallet.ts';
export * from './limits.ts';
export * from './lookup.ts';
export * from './market/definition.ts';
export * from './market/market.ts';
export * from './orders/open-order.ts';
export * from './orders/order-result.ts';
export * from './reject.ts';
export * from './snapshot.ts';
export * from './state.ts';
export * from './state-hash.ts';
export * from './units/assert.ts';
export * from './units/ids.ts';
export * from './units/micros.ts';
export * from './units/price.ts';
