/** The client of a Bellwether venue: signing, exact amounts, and one typed method per call. */
export * from './amounts.ts';
export * from './authentication.ts';
export * from './client.ts';
export * from './errors.ts';
export * from './order.ts';
export type { CallOptions, EventKey, MarketsPageQuery } from './reads.ts';
export type { ClientOptions } from './session.ts';
export * from './signer.ts';
export * from './transport.ts';
export * from './typed-data.ts';
