/**
 * The wire protocol: schemas, errors and routes of the venue, and the rule for displayed prices. Nothing here runs
 * anything.
 */

export * from './allowed-values.ts';
export * from './caps.ts';
export * from './displayed-price.ts';
export * from './errors.ts';
export * from './general-errors.ts';
export * from './hosts.ts';
export * from './idempotency.ts';
export * from './json-comments.ts';
export * from './openapi/document.ts';
export * from './route-table.ts';
export * from './routes/admin.ts';
export * from './routes/catalog-lists.ts';
export * from './routes/comments.ts';
export * from './routes/cost.ts';
export * from './routes/data.ts';
export * from './routes/description.ts';
export * from './routes/ecosystem.ts';
export * from './routes/prices.ts';
export * from './routes/reads.ts';
export * from './routes/relayer.ts';
export * from './routes/route.ts';
export * from './routes/sandbox.ts';
export * from './routes/trading.ts';
export * from './routes/unified.ts';
export * from './schema-check.ts';
export * from './schemas/account.ts';
export * from './schemas/catalog.ts';
export * from './schemas/catalog-input.ts';
export * from './schemas/catalog-lists.ts';
export * from './schemas/comment.ts';
export * from './schemas/comment-feed.ts';
export * from './schemas/common.ts';
export * from './schemas/data.ts';
export * from './schemas/ecosystem.ts';
export * from './schemas/explanation.ts';
export * from './schemas/feed.ts';
export * from './schemas/live-feed.ts';
export * from './schemas/market-detail.ts';
export * from './schemas/operate.ts';
export * from './schemas/order.ts';
export * from './schemas/portfolio.ts';
export * from './schemas/prices.ts';
export * from './schemas/refusal.ts';
export * from './schemas/relayer.ts';
export * from './schemas/sandbox.ts';
export * from './schemas/sandbox-faults.ts';
export * from './schemas/sandbox-replay.ts';
export * from './schemas/scenario.ts';
export * from './schemas/tape.ts';
export * from './schemas/trade.ts';
export * from './schemas/unified.ts';
export * from './schemas/venue.ts';
export * from './sequence.ts';
