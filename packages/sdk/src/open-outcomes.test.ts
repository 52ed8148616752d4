import { beforeEach, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { ApiError, isAborted, isOutcomeUnknown } from './errors.ts';
import { createSigner } from './signer.ts';

/** null: the answer is lost. */
type Answer = { readonly status?: number; readonly body: unknown } | null;

const domain = { name: 'X', version: '1', chainId: 31_337, verifyingContract: `0x${'0'.repeat(40)}` };
const VENUE = { chainId: 31_337, domain, authPrefixes: ['SERVICE_'] };
const credentials = { apiKey: 'key', secret: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', passphrase: 'phrase' };
const order = { tokenId: '1', side: 'BUY', price: '0.5', size: '10' } as const;
const placed = { success: true, errorMsg: '', orderID: '0x1', status: 'live', makingAmount: '', takingAmount: '' };

let script: Answer[];
let sent: { readonly body: string; readonly key: string | undefined }[];

const client = (onSent = () => {}) =>
  createClient({
    baseUrl: 'http://venue.example',
    account: { signer: createSigner(`0x${'1'.repeat(64)}`), credentials },
    retry: { attemptsMax: 3, delayMs: 0 },
    clock: () => 1_700_000_000_000,
    fetch: async (url, { body = '', headers }) => {
      if (url.endsWith('/venue')) return Response.json(VENUE);
      if (!url.includes('/order')) return Response.json([]);
      sent.push({ body: body as string, key: (headers as Record<string, string>)['idempotency-key'] });
      onSent();
      const answer = script.shift() ?? null;
      if (answer === null) throw new TypeError('the answer is lost');
      return Response.json(answer.body, { status: answer.status ?? 200 });
    },
  });

const refusal = (status: number, code?: string): Answer => ({ status, body: { error: 'no', code } });
const always = (answer: Answer): Answer[] => [answer, answer, answer];

beforeEach(() => {
  script = [];
  sent = [];
});

test.each<[string, Answer[]]>([
  ['the venue does not know what became of it', always(refusal(503, 'outcome_unknown'))],
  ['its answer was lost, and then the venue was busy', [null, ...always(refusal(503, 'unavailable'))]],
  ['its answer was lost, and then there were too many requests', [null, ...always(refusal(429, 'rate_limited'))]],
  ['a proxy answered', always(refusal(502))],
])('outcomes: an order whose outcome is open comes back with the error: %s', async (_case, answers) => {
  script = [...answers];
  const trader = client();
  const error = await trader.orders.place(order).catch((caught: unknown) => caught);
  if (!isOutcomeUnknown(error)) return expect.unreachable('it may have been placed');
  script = [{ body: placed }];
  expect(await trader.orders.place(error.placements[0]!)).toEqual(placed);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
});

test.each<[string, Answer[]]>([
  ['the venue was busy each time', always(refusal(503, 'unavailable'))],
  ['its answer was lost, but then it was refused', [null, refusal(400, 'insufficient_balance')]],
  ['its answer was lost, but then the mode refused it', [null, refusal(503, 'mode_cancel_only')]],
])('outcomes: an order that was not placed says so: %s', async (_case, answers) => {
  script = [...answers];
  const error = await client()
    .orders.place(order)
    .catch((caught: unknown) => caught);
  expect([error instanceof ApiError, isOutcomeUnknown(error)]).toEqual([true, false]);
});

const open = { ...placed, success: false, errorMsg: 'unknown', status: '', code: 'outcome_unknown' };
const refused = { ...open, code: 'insufficient_balance' };

test('outcomes: of a batch, the orders whose outcome is open are placed again, and no others', async () => {
  script = [{ body: [placed, open, refused, open] }, { body: [placed, open] }, { body: [refused] }];
  expect(await client().orders.placeMany([order, order, order, order], { idempotencyKey: 'mine' })).toEqual([
    placed,
    placed,
    refused,
    refused,
  ]);
  const [all, two, one] = sent.map(({ body }) => JSON.parse(body) as unknown[]);
  expect([two, one]).toEqual([[all?.[1], all?.[3]], [all?.[3]]]);
  expect(sent.map(({ key }) => key)).toEqual(['mine', undefined, undefined]);
});

test.each<[string, Answer[]]>([
  ['the venue does not know for long', always({ body: [open] })],
  ['the venue does not answer any more', [{ body: [open] }, ...always(refusal(503, 'unavailable'))]],
])('outcomes: a batch whose outcome stays open comes back with the error: %s', async (_case, answers) => {
  script = [...answers];
  const trader = client();
  const error = await trader.orders.placeMany([order]).catch((caught: unknown) => caught);
  if (!isOutcomeUnknown(error)) return expect.unreachable('it may have been placed');
  script = [{ body: [placed] }];
  expect(await trader.orders.placeMany(error.placements)).toEqual([placed]);
});

test('outcomes: an aborted batch comes back with the error', async () => {
  script = [{ body: [open] }];
  const stop = new AbortController();
  const trader = client(() => stop.abort());
  const error = await trader.orders
    .placeMany([order, order], { signal: stop.signal })
    .catch((caught: unknown) => caught);
  expect(isAborted(error) && error.placements.map(({ body }) => body)).toEqual(JSON.parse(sent[0]?.body ?? ''));
});
