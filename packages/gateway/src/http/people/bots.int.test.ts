/** A program with a key of its own, as the page adds it: the SDK at a venue for members, without any session. */
import { createClient } from '@bellwether/sdk';
import { afterAll, expect, test } from 'vitest';
import { nativeSigner } from '../../adapters/signature-pool/testing/native-signer.ts';
import { joined } from '../testing/person.ts';
import { startStack } from '../testing/stack.ts';
import { addMarket } from '../testing/trader.ts';

const stack = await startStack({ join: 'invite', reads: 'members' });
afterAll(() => stack.close());

test('bots: one with a key of its own reads and trades for the account of a member, until it is revoked', async () => {
  const { yes: tokenId } = await addMarket(stack, 'Bots?');
  const ada = await joined(stack, 'Ada');
  const key = `0x${'6'.repeat(64)}`;
  const botKey = nativeSigner(key).address.toLowerCase();
  const added = await ada.ask('POST', '/auth/people/devices', { address: botKey, label: 'Bot', bot: true });
  const { account: address, apiKey, secret, passphrase } = added.body as Record<string, string>;
  const credentials = { apiKey: apiKey ?? '', secret: secret ?? '', passphrase: passphrase ?? '' };
  const baseUrl = await stack.app.listen({ host: '127.0.0.1', port: 0 });
  const signer = { signer: key, address: address ?? '', credentials };
  const bot = createClient({ baseUrl, clock: () => stack.time.nowMs, account: signer });
  const { orderID } = await bot.orders.place({ tokenId, side: 'BUY', price: '0.10', size: '5' });
  expect((await bot.orders.get(orderID)).id).toBe(orderID);
  expect((await bot.account.get()).address).toBe(address);
  await ada.ask('DELETE', `/auth/people/devices/${botKey}`);
  await expect(bot.orders.get(orderID)).rejects.toMatchObject({ code: 'members_only' });
  stack.brokenAnswers.splice(0);
});
