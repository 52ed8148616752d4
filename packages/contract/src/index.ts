/** The wire, once: schemas, errors and routes of the venue. Nothing in here runs anything. */

export * from './errors.ts';
export * from './route-table.ts';
export * from './routes/admin.ts';
export * from './routes/reads.ts';
export * from './routes/route.ts';
export * from './routes/trading.ts';
export * from './schemas/account.ts';
export * from './schemas/book.ts';
export * from './schemas/catalog.ts';
export * from './schemas/common.ts';
export * from './schemas/market-detail.ts';
export * from './schemas/order.ts';
export * from './schemas/trade.ts';
export * from './schemas/venue.ts';
