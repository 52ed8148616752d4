/** Venue for provoking errors: markets in each state, two traders, and a second venue with a restricted ledger. */
import { BlockList } from 'node:net';
import type { Route } from '@bellwether/contract';
import type { Address } from '@bellwether/engine';
import { openVenue } from '../open-venue.ts';
import { exampleOf, paramsOf, type Stage, sendTo, targetOf } from '../requests.ts';
import { START_MS, type Stack } from '../stack.ts';
import { type Answer, addEvent, addMarket, admin, type Method, send, Trader } from '../trader.ts';

/** Ids that no venue has. */
export const UNKNOWN = { hash: `0x${'ee'.repeat(32)}`, address: `0x${'ee'.repeat(20)}`, token: '77' } as const;
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
  const suggested = await alice.send('POST', '/suggestions', { title: 'Will it?' });
  const suggestionId = (suggested.body as { readonly id: string }).id;
  return { stack, restricted, alice, bob, open, paused, resolved, negRisk, commentId, suggestionId };
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

/** The request to a route in place of its valid one. A string is `at`. */
export interface Change {
  /** A path parameter, by default one that exists, a query as `?name=value` in place of the whole query, or both. */
  readonly at?: string;
  /** New values of fields, wherever the route has them; a field that is undefined is left out. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly by?: 'bob';
}

const stageOf = ({ commentId, suggestionId, open, ...venue }: ErrorVenue): Stage => {
  const ids = { comments: commentId, suggestions: suggestionId, events: open.eventId };
  return { ...venue, market: open, ids };
};

/** The route's valid request with a change. */
async function requestOf(venue: ErrorVenue, route: Route, { at, set = {}, ...change }: Change) {
  const example = exampleOf(route, stageOf(venue));
  const order = route.path === '/order' && route.method === 'POST' ? await venue.alice.sign(buyOf(venue)) : null;
  const [value = '', inQuery] = at?.split('?') ?? [];
  const pathed = value === '' ? {} : { [paramsOf(route)[0] ?? '']: value };
  const asked = {
    params: { ...example.params, ...pathed } as Record<string, unknown>,
    query: (at === undefined ? { ...example.query } : {}) as Record<string, unknown>,
    body: 'body' in change ? change.body : (order?.body ?? example.body),
  };
  for (const [name, to] of Object.entries(set)) {
    if (name in asked.params || paramsOf(route).includes(name)) asked.params[name] = to;
    else if (asked.body === undefined) asked.query[name] = to;
    else if (Array.isArray(asked.body)) asked.body = [{ ...(asked.body[0] as object), [name]: to }];
    else asked.body = { ...(asked.body as object), [name]: to };
  }
  const target = targetOf(route, asked);
  return { target: inQuery === undefined ? target : `${target}?${inQuery}`, body: asked.body };
}

const buyOf = ({ open }: ErrorVenue) => ({ tokenId: open.yes, side: 'BUY', price: '0.5', size: '10' }) as const;

/** Sends a request to a route as its own client does: without a key, under Alice's, or with the operator's token. */
export async function askRoute(
  venue: ErrorVenue,
  route: Route,
  asked: string | Change = {},
  as?: Pick<Trader, 'stack'>,
) {
  const change = typeof asked === 'string' ? { at: asked } : asked;
  const { target, body } = await requestOf(venue, route, change);
  return sendTo(route, target, body, (as ?? venue[change.by ?? 'alice']) as Trader);
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
