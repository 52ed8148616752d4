/** Venue for provoking errors: markets in each state, two traders, and a second venue with a restricted ledger. */
import { BlockList } from 'node:net';
import type { Route } from '@bellwether/contract';
import type { Address } from '@bellwether/engine';
import { START_MS, type Stack, startStack } from '../stack.ts';
import { type Answer, addEvent, addMarket, admin, type Method, send, type TestMarket, Trader } from '../trader.ts';

export interface ErrorVenue {
  readonly stack: Stack;
  /** A venue whose ledger only listed addresses may read. */
  readonly restricted: Stack;
  readonly alice: Trader;
  readonly bob: Trader;
  /** Open market; tick 0.01, minimum 5. */
  readonly open: TestMarket;
  /** Market that accepts no orders for now. */
  readonly paused: TestMarket;
  readonly resolved: TestMarket;
  /** Two markets of one negative-risk event. */
  readonly negRisk: readonly TestMarket[];
  /** A comment of alice's under the event of `open`. */
  readonly commentId: string;
}

export const UNKNOWN_HASH = `0x${'ee'.repeat(32)}`;
export const UNKNOWN_ADDRESS = `0x${'ee'.repeat(20)}`;
export const UNKNOWN_TOKEN = '77';
/** Valid except for one letter of its checksum. */
export const MISSPELT_ADDRESS = '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266';

export async function startErrorVenue(): Promise<ErrorVenue> {
  const stack = await startStack();
  const dataAllowlist = new BlockList();
  dataAllowlist.addSubnet('10.0.0.0', 8, 'ipv4');
  const restricted = await startStack({ lendsWallets: false, dataAllowlist });
  const terms = { orderPriceMinTickSize: 0.01, orderMinSize: 5 };
  const alice = await Trader.open(stack, '1');
  const bob = await Trader.open(stack, '2');
  const open = await addMarket(stack, 'Open?', terms);
  const paused = await addMarket(stack, 'Paused?', { ...terms, acceptingOrders: false });
  const resolved = await addMarket(stack, 'Resolved?', terms);
  const negRisk = await addEvent(stack, ['Red?', 'Green?'], { ...terms, negRisk: true }, { negRisk: true });
  await admin(stack, 'POST', `/admin/markets/${resolved.conditionId}/resolve`, { winner: 'Yes' });
  const posted = await alice.send('POST', '/comments', {
    body: 'First',
    parentEntityType: 'Event',
    parentEntityID: Number(open.eventId),
  });
  const commentId = (posted.body as { readonly id: string }).id;
  return { stack, restricted, alice, bob, open, paused, resolved, negRisk, commentId };
}

export async function closeErrorVenue({ stack, restricted }: ErrorVenue): Promise<void> {
  await stack.close();
  await restricted.close();
}

/** Figures of an account that lacks something and has no open order. */
export function idle({ address }: Trader, free: string, needed: string, missing: string) {
  const reservedBy = { count: 0, orders: [], others: { count: 0, reserved: '0' } };
  return { wallets: [address], owned: free, reserved: '0', free, needed, missing, reservedBy };
}

/** Addresses of a trader's wallets, as the venue has them. */
export function walletsOf({ stack }: ErrorVenue, { address }: Trader): string[] {
  const { accounts, accountsByAddress, wallets } = stack.exchange.state;
  const account = accounts[accountsByAddress.get(address as Address) ?? -1];
  return (account?.wallets ?? []).map((id) => wallets[id]?.address ?? '');
}

/** Sends a request without a key. */
export function ask(venue: ErrorVenue, method: Method, url: string, body?: unknown): Promise<Answer> {
  return send(venue.stack, method, url, body);
}

/** Request of a route: a path parameter (by default one that exists), a query as `?name=value`, or both; a body; Bob. */
export type Asked = string | { readonly at?: string; readonly body?: unknown; readonly by?: 'bob' };

/** Sends a request to a route as its own client does: without a key, under Alice's, or with the operator's token. */
export function askRoute(venue: ErrorVenue, route: Route, asked: Asked): Promise<Answer> {
  const { at = '', body, by = 'alice' } = typeof asked === 'string' ? { at: asked } : asked;
  const [value = '', query] = at.split('?');
  const path = route.path.replace(/:[a-z_]+/, (name) => (value === '' ? defaultOf(venue, route, name) : value));
  const target = query === undefined ? path : `${path}?${query}`;
  const method = route.method as Method;
  if (route.auth === 'l2') return venue[by].send(method, target, body);
  return route.auth === 'admin' ? admin(venue.stack, method, target, body) : ask(venue, method, target, body);
}

function defaultOf({ alice, commentId, open }: ErrorVenue, { path }: Route, name: string): string {
  const id = path.includes('/comments/') ? commentId : open.eventId;
  const known: Readonly<Record<string, string>> = {
    ':id': id,
    ':condition_id': open.conditionId,
    ':user_address': alice.address,
  };
  return known[name] ?? '';
}

/** Runs a request in a mode, and sets the mode back to open. */
export async function inMode(
  { stack }: Pick<ErrorVenue, 'stack'>,
  mode: 'disabled' | 'cancel_only' | 'post_only',
  run: () => Promise<Answer>,
): Promise<Answer> {
  await stack.exchange.submit({ kind: 'SetMode', mode });
  try {
    return await run();
  } finally {
    await stack.exchange.submit({ kind: 'SetMode', mode: 'open' });
  }
}

/** Reads by an address that may not read the ledger, and while the read store fails. */
export const getDenied =
  (path: string) =>
  ({ restricted }: ErrorVenue) =>
    send(restricted, 'GET', path);
export const getUnreadable = (path: string | ((venue: ErrorVenue) => string)) => (venue: ErrorVenue) =>
  withBrokenReads(venue, () => ask(venue, 'GET', typeof path === 'string' ? path : path(venue)));

/** Runs a request while the read store fails. */
export async function withBrokenReads({ stack }: ErrorVenue, run: () => Promise<Answer>): Promise<Answer> {
  stack.reader.broken = true;
  try {
    return await run();
  } finally {
    stack.reader.broken = false;
  }
}

/** Unix seconds of the venue's clock. */
export const VENUE_SECONDS = START_MS / 1000;
