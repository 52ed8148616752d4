/** The wire protocol: schemas, errors and routes, and the rule for displayed prices. Nothing here runs anything. */

export * from './allowed-values.ts';
export * from './caps.ts';

export * from './data-v2/boards.ts';
export * from './data-v2/common.ts';
export * from './data-v2/error.ts';
export * from './data-v2/feeds.ts';
export * from './data-v2/market-routes.ts';
export * from './data-v2/markets.ts';
export * from './data-v2/positions.ts';
export * from './data-v2/routes.ts';
export * from './data-v2/service.ts';
export * from './data-v2/wallets.ts';

export * from './displayed-price.ts';
export * from './errors.ts';
export * from './fee-mark.ts';
export * from './general-errors.ts';
export * from './hosts.ts';
export * from './idempotency.ts';
export * from './json-comments.ts';
export * from './openapi/document.ts';
export * from './position-ids.ts';
export * from './profiles/profiles.ts';
export * from './rate-tiers.ts';
export { type ErrorEntry, REFUSALS } from './refusals.ts';
export * from './route-table.ts';
export * from './routes/admin.ts';
export * from './routes/catalog-lists.ts';
export * from './routes/community.ts';
export * from './routes/constant.ts';
export * from './routes/cost.ts';
export * from './routes/data.ts';
export * from './routes/description.ts';
export * from './routes/ecosystem.ts';
export * from './routes/keys.ts';
export * from './routes/prices.ts';
export * from './routes/reads.ts';
export * from './routes/relayer.ts';
export * from './routes/route.ts';
export * from './routes/sandbox.ts';
export * from './routes/trading.ts';
export * from './routes/unified.ts';
export * from './schema-check.ts';
export * from './schemas/index.ts';
export * from './sequence.ts';
export * from './slug.ts';
