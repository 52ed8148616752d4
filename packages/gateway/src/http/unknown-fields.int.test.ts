/** Request fields beyond the contract are refused by name, and nothing is done: body fields, of every route. */
import { openApiDocument, ROUTES_BY_NAME, type Route, routeKey } from '@bellwether/contract';
import { PROFILES } from '@bellwether/contract/profiles';
import { describe, expect, test } from 'vitest';
import { MOUNTED_ROUTES } from './testing/mounted-routes.ts';
import { openVenue } from './testing/open-venue.ts';
import { WalletOwner } from './testing/session-signers.ts';
import { type Answer, addMarket, admin, send, Trader } from './testing/trader.ts';

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
/**
 * Routes whose bodies are lists of ids, or any records of the ecosystem. Batches of orders are answered item by item,
 * below.
 */
const APART = ['POST /orders', 'DELETE /orders', 'POST /orders-scoring', 'POST /admin/import'];

/** A read names the unknown field; a signed request with effect takes no query at all. */
const UNKNOWN_QUERY = /^(unknown parameter: colour|unknown_field: colour|.*payload: unknown parameter: colour)$/;
const NO_QUERY = /^this route takes no query/;

const { paths } = openApiDocument({ version: '1', routes: MOUNTED_ROUTES }) as unknown as Readonly<
  Record<'paths', Paths>
>;

/** A valid body for the route: the example in its description. */
function exampleOf({ method, path }: Route): unknown {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  return operation?.requestBody.content['application/json'].example;
}
type Paths = Readonly<
  Record<string, Record<string, { requestBody: { content: { 'application/json': { example: unknown } } } }>>
>;

const NAMED = MOUNTED_ROUTES.filter((route) => route.body !== undefined && !APART.includes(routeKey(route))).map(
  (route): [string, Route] => [routeKey(route), route],
);

describe.each(PROFILES)('unknown fields in the profile %s', async (profile) => {
  const stack = await openVenue({ profile });
  const alice = await Trader.open(stack, '1');
  const owner = await WalletOwner.of(alice);
  const market = await addMarket(stack, 'Strict?');

  const sent = (route: Route, path: string, body: unknown): Promise<Answer> => {
    if (route.auth === 'admin') return admin(stack, route.method, path, body);
    if (route.auth === 'l1' && route.body !== undefined) return alice.sendAsWallet(route.method, path, body);
    if (route.auth === 'builder' && route.body !== undefined) return owner.send(path, body as object);
    return route.auth === 'l2' ? alice.send(route.method, path, body) : send(stack, route.method, path, body);
  };
  const buy = () => alice.sign({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' });
  const pathOf = ({ path }: Route): string =>
    path
      .replace(':condition_id', market.conditionId)
      .replace(':token_id', market.yes)
      .replace(/:(user_)?address|:wallet/, alice.address)
      .replace(/:\w+/, market.eventId);
  const errorOf = (answer: Answer) => String((answer.body as { readonly error?: unknown }).error);

  test.each(NAMED)('unknown field: %s refuses one by name and does nothing', async (_key, route) => {
    const example = exampleOf(route);
    const body = Array.isArray(example)
      ? [{ ...example[0], colour: 'red' }]
      : { ...(example as object), colour: 'red' };
    const path = pathOf(route);
    const before = stack.exchange.state.sequence;
    const answer = await sent(route, path, body);
    expect(answer.status).toBe(400);
    const list = route.body !== undefined && 'items' in route.body ? '[0].' : '';
    const words = [`unknown field "${list}colour"`, `colour: unknown field`];
    expect(words.some((text) => errorOf(answer).endsWith(text)) ? '' : errorOf(answer)).toBe('');
    expect(stack.exchange.state.sequence).toBe(before);
  });

  /** True if what is signed could be a query as well as a path: such a request takes none, known or not. */
  const takesNoQuery = (route: Route): boolean =>
    ['l1', 'l2', 'builder'].includes(route.auth) &&
    route.method !== 'GET' &&
    !(route.auth === 'l2' && route.errors.includes('not_offered')) &&
    !(profile === 'polymarket' && route === ROUTES_BY_NAME.dropNotifications);

  const checked = MOUNTED_ROUTES.filter(({ answer }) => answer === undefined);
  for (const [key, route] of checked.map((route): [string, Route] => [routeKey(route), route]))
    test(`unknown query field: ${key} refuses one in the words of its routes [W39]`, async () => {
      const path = pathOf(route);
      const body = route.body === undefined ? undefined : exampleOf(route);
      const before = stack.exchange.state.sequence;
      const answer = await sent(route, `${path}?colour=red`, body);
      expect([answer.status, errorOf(answer)]).toEqual([
        400,
        expect.stringMatching(takesNoQuery(route) ? NO_QUERY : UNKNOWN_QUERY),
      ]);
      const named = route.errorShape === 'catalog' ? { type: 'bad request', error: errorOf(answer) } : answer.body;
      expect(answer.body).toEqual(named);
      if (route.errorShape === 'ledger') expect(answer.body).toEqual({ error: 'unknown_field: colour' });
      expect(stack.exchange.state.sequence).toBe(before);
    });

  test.each<[string, (body: object & { readonly order: object }) => object, string]>([
    ['ordertype', ({ ...rest }) => ({ ...rest, ordertype: 'FOK' }), 'ordertype"; did you mean "orderType"?'],
    ['postonly', ({ ...rest }) => ({ ...rest, postonly: true }), 'postonly"; did you mean "postOnly"?'],
    ['post_only', ({ ...rest }) => ({ ...rest, post_only: true }), 'post_only"; did you mean "postOnly"?'],
    [
      'Expiration',
      ({ order, ...rest }) => ({ ...rest, order: { ...order, Expiration: '1' } }),
      'order.Expiration"; did you mean "order.expiration"?',
    ],
    ['nonce', ({ order, ...rest }) => ({ ...rest, order: { ...order, nonce: '0' } }), 'order.nonce"'],
    [
      'a taker of its own',
      ({ order, ...rest }) => ({ ...rest, order: { ...order, takerAddress: ZERO_ADDRESS } }),
      'order.takerAddress"',
    ],
  ])(
    'unknown field: an order with %s is refused alone and in a batch, and nothing rests [W38]',
    async (_name, change, named) => {
      const { body } = await buy();
      const wrong = change(body);
      const before = stack.exchange.state.sequence;
      const alone = await alice.send('POST', '/order', wrong);
      expect([alone.status, alone.body]).toEqual([
        400,
        { error: `Invalid order payload: unknown field "${named}`, code: 'invalid_order_payload' },
      ]);
      expect((await alice.send('POST', '/orders', [wrong])).body).toMatchObject([
        { success: false, errorMsg: `Invalid order payload: unknown field "${named}`, orderID: '' },
      ]);
      expect(stack.exchange.state.sequence).toBe(before);
    },
  );

  test('unknown field: what public clients send along with an order is taken in their profile alone [W38]', async () => {
    const { body } = await buy();
    const order = { ...body.order, taker: ZERO_ADDRESS };
    const taken = profile === 'polymarket' ? 200 : 400;
    expect((await alice.send('POST', '/order', { ...body, deferExec: false })).status).toBe(taken);
    expect((await alice.send('POST', '/order', { ...body, order, deferExec: false })).status).toBe(taken);
    const answered = await alice.send('POST', '/orders', [{ ...body, order }]);
    expect(answered).toMatchObject({ status: 200, body: [{ success: profile === 'polymarket' }] });
    if (profile === 'bellwether') {
      const answer = await alice.send('POST', '/order', { ...body, order, deferExec: false });
      const told = errorOf(answer);
      expect(told).toMatch(/unknown field ".*"; clients that send it need .* BELLWETHER_PROFILE=polymarket$/);
    }
    // An order meant for one taker alone would be open to all.
    const reserved = await alice.send('POST', '/order', { ...body, order: { ...order, taker: alice.address } });
    expect(reserved).toMatchObject({ status: 400, body: { error: expect.stringContaining('order.taker') } });
  });

  test('unknown field: the side that public clients send with every token is taken in their profile alone', async () => {
    for (const path of ['/books', '/midpoints', '/spreads', '/last-trades-prices']) {
      const answer = await send(stack, 'POST', path, [{ token_id: market.yes, side: 'BUY' }]);
      expect([path, answer.status]).toEqual([path, profile === 'polymarket' ? 200 : 400]);
    }
    expect((await send(stack, 'POST', '/prices', [{ token_id: market.yes, side: 'BUY' }])).status).toBe(200);
  });
});
