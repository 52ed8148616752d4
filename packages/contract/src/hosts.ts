/**
 * The services that the ecosystem has at hosts of their own. Here one venue is all of them: a client that expects a host
 * for each is given a path prefix, or a host name that the operator sets, or the plain base address.
 */

export const SERVICES = ['clob', 'gamma', 'data'] as const;
/** `clob`: trading, books and prices. `gamma`: the catalog. `data`: trades, positions and figures of everyone. */
export type Service = (typeof SERVICES)[number];

/** What stands before the paths of a service: `/clob/book` is `/book`. Signatures cover the path without it. */
export const SERVICE_PREFIXES: Readonly<Record<Service, string>> = { clob: '/clob', gamma: '/gamma', data: '/data' };

/** Names that lead to this machine wherever they can be resolved, and need no setting. */
export const LOCAL_SERVICE_NAMES: Readonly<Record<Service, string>> = {
  clob: 'clob.localhost',
  gamma: 'gamma.localhost',
  data: 'data.localhost',
};
