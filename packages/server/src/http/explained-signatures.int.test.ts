/**
 * Details of refused signatures and 401 answers: what was checked, which other terms the signature is valid for, and
 * the clock.
 */
import { createHash } from 'node:crypto';
import type { DetailsOf } from '@bellwether/contract';
import { apiKeyHeaders, createSigner, type OrderRequest, type SignInTerms, walletHeaders } from '@bellwether/sdk';
import { describe, expect, test } from 'vitest';
import { orderDomains, STANDARD_AUTH_MESSAGE } from '../config/profile.ts';
import { openVenue } from './testing/open-venue.ts';
import { DOMAIN, SIGN_IN, START_MS } from './testing/stack.ts';
import { type Answer, addEvent, addMarket, send, type TestMarket, Trader } from './testing/trader.ts';

const SECONDS = START_MS / 1000;
const detailsOf = <Details>({ body }: Answer): Details => (body as { readonly details: Details }).details;

const buy = (market: TestMarket): OrderRequest => ({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' });

describe('explained: an order under other terms', async () => {
  const [stack, own] = [await openVenue({ profile: 'polymarket' }), await openVenue()];
  const [trader, ownTrader] = [await Trader.open(stack, '1'), await Trader.open(own, '1')];
  const [standard, ofOwn] = [await addMarket(stack, 'Standard?'), await addMarket(own, 'Own?')];
  const [negRisk] = (await addEvent(stack, ['One?', 'Two?'], { negRisk: true }, { negRisk: true })) as [TestMarket];

  const testChain = orderDomains('polymarket', DOMAIN.verifyingContract);
  const mainChain = orderDomains('polymarket', DOMAIN.verifyingContract, 'on');
  const NO_VENUE = { ...DOMAIN, verifyingContract: `0x${'77'.repeat(20)}` };
  const PUBLIC = 'standard markets of chain 137, where the public clients’ contracts are';
  const TEST_CHAIN = 'standard markets of a venue of the profile polymarket, on the test chain 80002';
  test.each([
    ['the other kind of market', standard, testChain.negRiskDomain, 'negative-risk markets of this venue'],
    ['the standard contract in a negative-risk market', negRisk, testChain.domain, 'standard markets of this venue'],
    ['the profile of this software’s own', standard, DOMAIN, 'this venue in the profile bellwether'],
    ['chain 137', standard, mainChain.domain, PUBLIC],
    ['the public clients’ test chain, at a venue of the other profile', ofOwn, testChain.domain, TEST_CHAIN],
    ['a venue that no one knows', ofOwn, NO_VENUE, null],
  ] as const)('explained: signed for %s [S6]', async (_name, market, domain, meaning) => {
    const by = market === ofOwn ? ownTrader : trader;
    const { body } = await by.sign(buy(market), undefined, domain as typeof DOMAIN);
    const answer = await by.send('POST', '/order', body);
    const ofMarket = market === negRisk ? testChain.negRiskDomain : testChain.domain;
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_signature' } });
    const details = detailsOf<DetailsOf<'invalid_signature'>>(answer);
    expect(details.signedFor).toEqual(meaning === null ? null : { domain, meaning });
    expect(details.domain).toEqual(market === ofOwn ? DOMAIN : ofMarket);
    expect(details.expected).toBe(trader.address);
    expect(details.recovered).not.toBe(trader.address);
    // The details report the same digest as the error text.
    expect(String((answer.body as { error: string }).error)).toContain(details.digest);
  });

  test('explained: the digest is that of the order under the domain, as its signer can compute it [O24]', async () => {
    const { body } = await ownTrader.sign(buy(ofOwn));
    const flipped = body.order.signature.replace(/^0x../, (start) => (start === '0x00' ? '0x01' : '0x00'));
    const refused = await ownTrader.send('POST', '/order', { ...body, order: { ...body.order, signature: flipped } });
    const details = detailsOf<DetailsOf<'invalid_signature'>>(refused);
    // An order's id is its digest: the same order with the correct signature is accepted under that id.
    const accepted = (await ownTrader.send('POST', '/order', body)).body as { readonly orderID: string };
    expect(details.digest).toBe(accepted.orderID);
    expect(details.message).toMatchObject({ salt: String(body.order.salt), maker: ownTrader.address, side: 0 });
  });
});

describe('explained: a 401', async () => {
  const stack = await openVenue();
  const trader = await Trader.open(stack, '1');
  const clock = (timestamp: number | null) => {
    const aheadSeconds = timestamp === null ? null : timestamp - SECONDS;
    return { name: 'venue', serverTime: SECONDS, timestamp, aheadSeconds, behindMax: 60, aheadMax: 5 };
  };
  const BODY = '{"hello":"é"}';
  const request = { timestamp: SECONDS, method: 'POST', path: '/order', body: BODY };
  const signed = (change: Partial<typeof request> = {}, credentials = trader.credentials) =>
    apiKeyHeaders(trader.address, credentials, { ...request, ...change });
  const post = (headers: Readonly<Record<string, string>>) => send(stack, 'POST', '/order', BODY, headers);

  const without = (name: string) => Object.fromEntries(Object.entries(signed()).filter(([each]) => each !== name));

  test.each([
    ['comes too late', () => signed({ timestamp: SECONDS - 61 }), 'timestamp', 'TIMESTAMP', SECONDS - 61],
    ['comes too early', () => signed({ timestamp: SECONDS + 6 }), 'timestamp', 'TIMESTAMP', SECONDS + 6],
    ['says milliseconds', () => ({ ...signed(), SERVICE_TIMESTAMP: `${SECONDS}000` }), 'timestamp', 'TIMESTAMP', null],
    ['has a broken address', () => ({ ...signed(), SERVICE_ADDRESS: '0x12' }), 'address', 'ADDRESS', SECONDS],
    ['lacks a header', () => without('SERVICE_PASSPHRASE'), 'headers', 'PASSPHRASE', SECONDS],
    ['has no headers', () => ({}), 'headers', 'ADDRESS', null],
  ] as const)('explained: a request that %s is told the header, and the clock all the same', async (...row) => {
    const [, headers, problem, header, timestamp] = row;
    const answer = await post(headers());
    expect(answer.status).toBe(401);
    expect(Object.keys(answer.body as object)).toEqual(['error', 'code', 'details']);
    const told = { problem, header: `SERVICE_${header}`, clock: clock(timestamp) };
    expect(detailsOf(answer)).toEqual({ rule: 'unauthenticated', scheme: 'L2', ...told });
  });

  test('explained: a catalog route keeps its error shape and appends the details', async () => {
    const comment = await send(stack, 'POST', '/comments', '{}', {});
    expect(Object.keys(comment.body as object)).toEqual(['type', 'error', 'details']);
  });

  test('explained: a signature of other bytes is told the bytes, and not what the signature had to be [A24]', async () => {
    const answer = await post(signed({ body: BODY.replace(':', ': ') }));
    const expected = {
      rule: 'invalid_api_key',
      problem: 'not_proven',
      signed: {
        text: `${SECONDS}POST/order`,
        bodyBytes: Buffer.byteLength(BODY),
        bodySha256: createHash('sha256').update(BODY).digest('hex'),
      },
      clock: clock(SECONDS),
    };
    expect(answer.body).toEqual({ error: 'Unauthorized/Invalid api key', code: 'invalid_api_key', details: expected });
    for (const secret of [signed()['SERVICE_SIGNATURE'], ...Object.values(trader.credentials)])
      expect(answer.text).not.toContain(secret);
    // An unknown key, a wrong secret, a wrong passphrase and another account's key get byte-identical answers.
    const other = await Trader.open(stack, '2');
    const { apiKey, secret, passphrase } = trader.credentials;
    for (const credentials of [
      { apiKey: '5b8b1a55-0000-4000-8000-000000000000', secret, passphrase },
      { apiKey, secret: Buffer.alloc(32).toString('base64'), passphrase },
      { apiKey, secret, passphrase: '0'.repeat(64) },
      { ...other.credentials, secret },
    ])
      expect((await post(signed({}, credentials))).text).toBe(answer.text);
  });

  test('explained: only who holds a key is told that it was revoked, or that it is of another address [A24]', async () => {
    const gone = await Trader.open(stack, '1', 7);
    await gone.send('DELETE', '/auth/api-key');
    const problem = async (headers: Readonly<Record<string, string>>) =>
      detailsOf<DetailsOf<'invalid_api_key'>>(await post(headers)).problem;
    expect(await problem(signed({}, gone.credentials))).toBe('revoked');
    expect(await problem(signed({}, { ...gone.credentials, passphrase: '0'.repeat(64) }))).toBe('not_proven');
    const other = await Trader.open(stack, '2', 3);
    expect(await problem(signed({}, other.credentials))).toBe('other_address');
    expect(await problem({ ...signed({}, other.credentials), SERVICE_SIGNATURE: '0'.repeat(64) })).toBe('not_proven');
  });

  test('explained: a sign-in is told its digest, its domain and what it is good for instead [A24]', async () => {
    const signer = createSigner(`0x${'3'.repeat(64)}`);
    const address = signer.address.toLowerCase();
    const signIn = async (terms: SignInTerms) =>
      send(stack, 'POST', '/auth/api-key', undefined, await walletHeaders(signer, terms, SECONDS, 0));
    const details = async (terms: SignInTerms) => detailsOf<DetailsOf<'unauthenticated'>>(await signIn(terms));
    const public137 = await details({ chainId: 137, authMessage: STANDARD_AUTH_MESSAGE });
    const problem = { scheme: 'L1', problem: 'signature', header: 'SERVICE_SIGNATURE', clock: clock(SECONDS) };
    const domain = { name: 'ClobAuthDomain', version: '1', chainId: SIGN_IN.chainId };
    const message = { address, timestamp: String(SECONDS), nonce: '0', message: SIGN_IN.authMessage };
    const meaning = 'chain 137, where the public clients’ contracts are';
    const signature = {
      digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      domain,
      message,
      expected: address,
      recovered: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      signedFor: { domain: { ...domain, chainId: 137 }, meaning },
    };
    expect(public137).toEqual({ rule: 'unauthenticated', ...problem, signature });
    const text = async (terms: SignInTerms) => (await signIn(terms)).body as { readonly error: string };
    expect((await text({ chainId: 137, authMessage: STANDARD_AUTH_MESSAGE })).error).toMatch(
      /was made by 0x[0-9a-f]{40}, not by SERVICE_ADDRESS; it was signed for chain 137, this venue takes 31337$/,
    );
    expect((await text({ ...SIGN_IN, authMessage: STANDARD_AUTH_MESSAGE })).error).toMatch(/SERVICE_ADDRESS$/);
    const ownChain = await details({ ...SIGN_IN, authMessage: STANDARD_AUTH_MESSAGE });
    expect(ownChain.signature?.signedFor?.meaning).toBe(`chain 31337, with the message “${STANDARD_AUTH_MESSAGE}”`);
    const nowhere = await details({ ...SIGN_IN, authMessage: 'Let me in' });
    expect(nowhere.signature).toMatchObject({ expected: address, signedFor: null });
    expect((await signIn(SIGN_IN)).status).toBe(200);
  });
});
