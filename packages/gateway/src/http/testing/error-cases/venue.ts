/** Venue for provoking errors: markets in each state, two traders, and a second venue with a restricted ledger. */
import { BlockList } from 'node:net';
import type { Route } from '@bellwether/contract';
import type { Address } from '@bellwether/engine';
import { openVenue } from '../open-venue.ts';
import { START_MS, type Stack } from '../stack.ts';
import { type Answer, addEvent, addMarket, admin, type Method, send, Trader } from '../trader.ts';

export const UNKNOWN_HASH = `0x${'ee'.repeat(32)}`;
export const UNKNOWN_ADDRESS = `0x${'ee'.repeat(20)}`;
export const UNKNOWN_WALLET =
  /^unknown wallet: wallet must be one of an account here, which a sign-in or POST \/admin\/accounts opens$/;
export const UNKNOWN_TOKEN = '77';
/** Valid except for one letter of its checksum. */
export const MISSPELT_ADDRESS = '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266';

export async function openErrorVenue() {
  const stack = await openVenue();
  const dataAllowlist = new BlockList();
  dataAllowlist.addSubnet('10.0.0.0', 8, 'ipv4');
  const restricted = await openVenue({ lendsWallets: false, dataAllowlist });
  const terms = { orderPriceMinTickSize: 0.01, orderMinSize: 5 };
  const [alice, bob] = [await Trader.open(stack, '1'), await Trader.open(stack, '2')];
  const open = await addMarket(stack, 'Open?', terms);
  const paused = await addMarket(stack, 'Paused?', { ...terms, acceptingOrders: false });
  const resolved = await addMarket(stack, 'Resolved?', terms);
  const negRisk = await addEvent(stack, ['Red?', 'Green?'], { ...terms, negRisk: true }, { negRisk: true });
  await admin(stack, 'POST', `/admin/markets/${resolved.conditionId}/resolve`, { winner: 'Yes' });
  const about = { parentEntityType: 'Event', parentEntityID: Number(open.eventId) };
  const posted = await alice.send('POST', '/comments', { body: 'First', ...about });
  const commentId = (posted.body as { readonly id: string }).id;
  return { stack, restricted, alice, bob, open, paused, resolved, negRisk, commentId };
}
export type ErrorVenue = Awaited<ReturnType<typeof openErrorVenue>>;

/** Text of a refusal for lacking funds; both amounts in millionths. */
export const lacking = (free: number, needed: number): string =>
  `not enough balance / allowance: the balance is not enough -> balance: ${free}, order amount: ${needed}; in units ${free / 1e6} free of ${needed / 1e6} needed, ${(needed - free) / 1e6} missing`;

/** Text and figures of a refusal for Alice, who lacks something and has no open order. */
export const lacks = (free: number, needed: number, more: (venue: ErrorVenue) => object) => ({
  text: lacking(free, needed),
  details: (venue: ErrorVenue) => ({
    wallets: [venue.alice.address],
    owned: String(free),
    reserved: '0',
    free: String(free),
    needed: String(needed),
    missing: String(needed - free),
    reservedBy: { count: 0, orders: [], others: { count: 0, reserved: '0' } },
    ...more(venue),
  }),
});

/** Addresses of a trader's wallets, as the venue has them. */
export function walletsOf({ stack }: ErrorVenue, { address }: Trader): string[] {
  const { accounts, accountsByAddress, wallets } = stack.exchange.state;
  const account = accounts[accountsByAddress.get(address as Address) ?? -1];
  return (account?.wallets ?? []).map((id) => wallets[id]?.address ?? '');
}

export const ask = (venue: ErrorVenue, method: Method, url: string, body?: unknown): Promise<Answer> =>
  send(venue.stack, method, url, body);

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
  during(venue.stack.reader, 'broken', () => ask(venue, 'GET', typeof path === 'string' ? path : path(venue)));

/** Flips a flag of the venue while something runs. */
export async function during<Flag extends string, Result>(
  of: Record<Flag, boolean>,
  flag: Flag,
  run: () => Promise<Result>,
): Promise<Result> {
  of[flag] = !of[flag];
  try {
    return await run();
  } finally {
    of[flag] = !of[flag];
  }
}

export const VENUE_SECONDS = START_MS / 1000;

/** Runs something while the venue admits only addresses that its operator has added. */
export async function inListed<Result>({ dependencies }: Stack, run: () => Promise<Result>): Promise<Result> {
  Object.assign(dependencies.settings, { join: 'listed' });
  return run().finally(() => Object.assign(dependencies.settings, { join: 'open' }));
}
