/**
 * Relayed transactions of the unified SDK: positions of contract wallets, and the deployment of a deposit wallet. No
 * node is ever contacted: calls that need one fail, and are named.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiKeyAuthorization, mergePositionsCall, OrderSide, type SecureClient } from '@polymarket/client';
import {
  createBuilderApiKey,
  deployDepositWallet,
  fetchBalanceAllowance,
  prepareGaslessTransaction,
} from '@polymarket/client/actions';
import { builderApiKey } from '@polymarket/client/node';
import { privateKey } from '@polymarket/client/viem';
import type { Hex } from 'viem';
import { expect, test, vi } from 'vitest';
import { proves } from './proves.ts';
import { COLLATERAL, CONDITIONAL_TOKENS, createRelayClient } from './relayer-stage.testing.ts';
import { runProgram } from './run-program.testing.ts';
import { keyOf, openStage, operate, type Stage, type StageMarket, sharedVenue } from './stage.ts';
import { secureClient } from './unified-stage.ts';

const UNIT = 1_000_000n;
/** Addresses that the client knows: the adapter that splits and merges in its calls, and an exchange. */
const ADAPTER = '0xAdA100Db00Ca00073811820692005400218FcE1f';
const EXCHANGE = '0xE111180000d2663C0091e4f400237545B87B996B';

/** A builder key of the account of `name`; without one the client relays nothing. */
async function builderOf({ venue }: Stage, name: string, chainId?: number): Promise<ApiKeyAuthorization> {
  const client = await secureClient(venue, name, { ...(chainId !== undefined && { chainId }) });
  return builderApiKey(await createBuilderApiKey(client));
}

const collateralOf = async (client: SecureClient): Promise<bigint> =>
  BigInt((await fetchBalanceAllowance(client, { assetType: 'COLLATERAL' as never })).balance) / UNIT;
const sharesOf = async (client: SecureClient, tokenId: string): Promise<bigint> =>
  BigInt((await fetchBalanceAllowance(client, { assetType: 'CONDITIONAL' as never, tokenId })).balance) / UNIT;

/** Merges by the client's own call and workflow: `mergePositions` would first ask a node for the amount to merge. */
async function merge(client: SecureClient, key: Hex, { conditionId }: StageMarket, amount: bigint) {
  const call = mergePositionsCall(ADAPTER as never, COLLATERAL as never, conditionId as never, amount * UNIT);
  const workflow = await prepareGaslessTransaction(client, { calls: [call], metadata: 'merge' });
  const signer = privateKey(key);
  let step = await workflow.next();
  while (step.done !== true) {
    const asked = step.value;
    if (asked.kind === 'requestAddress') step = await workflow.next(await signer.getAddress());
    else if (asked.kind === 'signGaslessMessage') step = await workflow.next(await signer.signMessage(asked.payload));
    else step = await workflow.next(await signer.signTypedData(asked.payload));
  }
  return step.value.wait();
}

/** Splits, sells, merges and redeems from the wallet of `client`, which holds 10,000. */
async function positionsOf(client: SecureClient, name: string, { venue, plain, negRisk }: Stage): Promise<void> {
  const [first] = negRisk;
  const split = await client.splitPosition({ conditionId: plain.conditionId, amount: 10n * UNIT });
  expect((await split.wait()).transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
  await (await client.splitPosition({ conditionId: first.conditionId, amount: 5n * UNIT })).wait();
  expect(await collateralOf(client)).toBe(9_985n);
  expect([await sharesOf(client, plain.yes), await sharesOf(client, first.no)]).toEqual([10n, 5n]);
  const order = { tokenId: plain.yes, price: 0.6, size: 6, side: OrderSide.SELL };
  expect(await client.placeLimitOrder(order)).toMatchObject({ ok: true, status: 'live' });
  expect((await client.cancelAll()).canceled).toHaveLength(1);

  const spend = { tokenAddress: COLLATERAL, spenderAddress: EXCHANGE, amount: 'max' } as const;
  await (await client.approveErc20(spend)).wait();
  await (await client.approveErc1155ForAll({ tokenAddress: CONDITIONAL_TOKENS, operatorAddress: EXCHANGE })).wait();
  const away = { tokenAddress: COLLATERAL, recipientAddress: client.account.signer, amount: UNIT };
  await expect(client.transferErc20(away)).rejects.toThrow(/has no function 0xa9059cbb here/);

  await expect(client.mergePositions({ conditionId: plain.conditionId, amount: 'max' })).rejects.toMatchObject({
    name: 'TransportError',
  });
  await merge(client, keyOf(venue, name), plain, 4n);
  expect([await collateralOf(client), await sharesOf(client, plain.yes)]).toEqual([9_989n, 6n]);

  await operate(venue, `/admin/markets/${plain.conditionId}/resolve`, { winner: 'Yes' });
  const redeemed = await client.redeemPositions({ conditionId: plain.conditionId });
  expect((await redeemed.wait()).transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
  // A resolution pays on its own, in steps.
  await expect.poll(() => collateralOf(client)).toBe(9_995n);
}

test('unified SDK, relayer: the program of the page of compatibility runs as shown [S21]', async () => {
  proves('@polymarket/client');
  const { venue, plain } = await openStage(await sharedVenue());
  const deployed = await (await createRelayClient(venue, 'f').deploy()).wait();
  const page = readFileSync(join(import.meta.dirname, '../../docs/reference/compatibility.md'), 'utf8');
  const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  const given = `
import { createSecureClient, forkEnvironmentConfig } from '@polymarket/client';
import { privateKey } from '@polymarket/client/viem';
const rest = ${JSON.stringify(venue.url)};
const ways = { clob: { rest }, gamma: { rest }, data: { rest }, relayer: { rest } };
const environment = forkEnvironmentConfig({ name: 'bellwether', chainId: 80002, ...ways });
const signer = privateKey(${JSON.stringify(keyOf(venue, 'f'))});
const address = await signer.getAddress();
const safeAddress = ${JSON.stringify(deployed?.proxyAddress)};
const conditionId = ${JSON.stringify(plain.conditionId)};
`;
  await runProgram(`${given}${program}console.log('split');`, { language: 'ts', until: /^split$/m });
  const client = await secureClient(venue, 'f', { wallet: deployed?.proxyAddress ?? '' });
  expect(await sharesOf(client, plain.yes)).toBe(10n);
});

test('unified SDK, relayer: a Safe splits, merges and redeems on the test chain [S21]', async () => {
  proves('@polymarket/client', 'positions');
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const stage = await openStage(await sharedVenue());
  // The client has no call for the deployment of a Safe.
  const deployed = await (await createRelayClient(stage.venue, 'c').deploy()).wait();
  const apiKey = await builderOf(stage, 'c');
  const client = await secureClient(stage.venue, 'c', { apiKey, wallet: deployed?.proxyAddress ?? '' });
  await positionsOf(client, 'c', stage);
});

test.each([
  [137, { BELLWETHER_CHAIN_137: 'on' }],
  [80_002, {}],
])(
  'unified SDK, relayer: a deposit wallet is deployed, found again, and acts, on chain %d [S21]',
  async (chainId, settings) => {
    proves('@polymarket/client', 'wallets', 'positions');
    const stage = await openStage(await sharedVenue(settings), chainId);
    const apiKey = await builderOf(stage, 'd', chainId);
    const key = await secureClient(stage.venue, 'd', { chainId, apiKey });
    const handle = await deployDepositWallet(key);
    expect((await handle.wait()).transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
    const client = await secureClient(stage.venue, 'd', { chainId, apiKey, wallet: null });
    expect(client.account.wallet).not.toBe(key.account.wallet);
    expect(await collateralOf(client)).toBe(10_000n);
    await positionsOf(client, 'd', stage);

    // On its own the client deploys the wallet and trades from it at once.
    const alone = { chainId, apiKey: await builderOf(stage, 'e', chainId), wallet: null };
    const first = await secureClient(stage.venue, 'e', alone);
    expect(await collateralOf(first)).toBe(10_000n);
    expect((await secureClient(stage.venue, 'e', alone)).account.wallet).toBe(first.account.wallet);
  },
);
