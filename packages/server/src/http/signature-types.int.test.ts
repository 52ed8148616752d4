/** Signature types that each maker accepts, and the notice on an order from a wallet that the demo lends. */
import type { OrderAnswer } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { PROFILES } from '../config/profile.ts';
import { openTestVenue } from './testing/open-venue.ts';
import { placeRaw } from './testing/raw-order.ts';
import { type StackOptions } from './testing/stack.ts';
import { type Answer, addMarket, Trader } from './testing/trader.ts';

const UNKNOWN = `0x${'77'.repeat(20)}`;
const TYPES = [0, 1, 2, 3] as const;

async function open(options: StackOptions) {
  const stack = await openTestVenue(options);
  return { stack, trader: await Trader.open(stack, '1'), yes: (await addMarket(stack, 'Does it fit?')).yes };
}

const errorOf = ({ body }: Answer): string => (body as { readonly error: string }).error;

for (const profile of PROFILES)
  test(`order: a signature type that does not fit its maker is refused with the types that do, in the profile ${profile} [O61]`, async () => {
    const { stack, trader, yes } = await open({ profile });
    const { depositWallet } = (await trader.send('GET', '/account')).body as { readonly depositWallet: string };
    const { PROXY, SAFE, WALLET } = stack.dependencies.relay.walletsOf(trader.address);
    const fits: readonly (readonly [maker: string, fitting: readonly number[]])[] = [
      [trader.address, [0]],
      [depositWallet, [1, 2, 3]],
      [PROXY, [1]],
      [SAFE, [2]],
      [WALLET, [3]],
      [UNKNOWN, [1, 2, 3]],
    ];
    for (const [maker, fitting] of fits) {
      for (const signatureType of TYPES) {
        const answer = await placeRaw(trader, { tokenId: yes, maker, signatureType });
        if (fitting.includes(signatureType)) {
          expect(answer.status, answer.text).toBe(200);
          continue;
        }
        const details = { rule: 'signature_type_mismatch', signatureType, maker, fitting };
        expect(answer).toMatchObject({ status: 400, body: { code: 'signature_type_mismatch', details } });
        expect(errorOf(answer)).toContain(`${maker}, `);
        expect(errorOf(answer)).toMatch(new RegExp(`it takes signatureType ${fitting.join(', ')}$`));
      }
    }
  });

test('order: one from a wallet that the demo lends has a notice that names it, each time, and no other order has [O62]', async () => {
  const { stack, trader, yes } = await open({});
  const order = { tokenId: yes, side: 'BUY', price: '0.1', size: '10' } as const;
  const lent = await trader.sign(order, { address: UNKNOWN, signatureType: 2 });
  const place = async () => (await trader.send('POST', '/order', lent.body)).body as OrderAnswer;
  const [first, again] = [await place(), await place()];
  expect(first.notice).toMatch(new RegExp(`^the demo lends ${UNKNOWN} to this account`));
  expect(first.notice).toContain('BELLWETHER_DEMO_LENDING=off');
  expect(again).toEqual(first);
  const next = await trader.sign({ ...order, price: '0.2' }, { address: UNKNOWN, signatureType: 1 });
  const own = await trader.sign(order);
  const batch = (await trader.send('POST', '/orders', [next.body, own.body])).body as OrderAnswer[];
  expect(batch.map(({ success, notice }) => [success, notice])).toEqual([
    [true, first.notice],
    [true, undefined],
  ]);
  expect(stack.exchange.state.openOrders.size).toBe(3);
});

test('order: a venue that lends nothing refuses an unknown maker with the wallets of the account [O63]', async () => {
  const { stack, trader, yes } = await open({ lendsWallets: false });
  const { wallets } = (await trader.send('GET', '/account')).body as { readonly wallets: { address: string }[] };
  const answer = await placeRaw(trader, { tokenId: yes, maker: UNKNOWN, signatureType: 2 });
  expect(answer).toMatchObject({ status: 400, body: { code: 'maker_not_allowed' } });
  for (const { address } of [{ address: UNKNOWN }, ...wallets]) expect(errorOf(answer)).toContain(address);
  expect(stack.exchange.state.walletsByAddress.has(UNKNOWN as never)).toBe(false);
});
