/**
 * The services that the ecosystem runs on separate hosts. Here one venue provides all of them: a client that expects a
 * host for each gets a path prefix, a host name that the operator sets, or the plain base address.
 */

export const SERVICES = ['clob', 'gamma', 'data'] as const;
/** `clob`: trading, books and prices. `gamma`: the catalog. `data`: public trades, positions and figures. */
export type Service = (typeof SERVICES)[number];

/** Path prefixes of the services: `/clob/book` is `/book`. Signatures cover the path without the prefix. */
export const SERVICE_PREFIXES: Readonly<Record<Service, string>> = { clob: '/clob', gamma: '/gamma', data: '/data' };

/** Names that resolve to this machine on most systems and need no setting. */
export const LOCAL_SERVICE_NAMES: Readonly<Record<Service, string>> = {
  clob: 'clob.localhost',
  gamma: 'gamma.localhost',
  data: 'data.localhost',
};
