/**
 * The README examples of `@polymarket/builder-relayer-client`, with hosts, chain and key changed. Its contract
 * addresses are those of chain 137, an opt-in of the venue; the client knows proxy wallets only there.
 */
import { type DepositWalletCall, RelayClient, RelayerTxType } from '@polymarket/builder-relayer-client';
import { type BuilderApiKeyCreds, BuilderConfig } from '@polymarket/builder-signing-sdk';
import { type Chain, createWalletClient, http, type PrivateKeyAccount, type Transport, type WalletClient } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { polygon } from 'viem/chains';
import { beforeAll, expect, test, vi } from 'vitest';
import { proves } from './proves.ts';
import {
  approve,
  CONDITIONAL_TOKENS,
  createRelayClient,
  done,
  openNode,
  pairs,
  redeem,
  redeemNegRisk,
  splitNegRisk,
  USDC,
} from './relayer-stage.testing.ts';
import { keyOf, openStage, openTrader, operate, type Stage, sharedVenue } from './stage.ts';

let stage: Stage;
let builderConfig: BuilderConfig;
const chainId = 137;
const name = '6';
let wallet: WalletClient<Transport, Chain, PrivateKeyAccount>;

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  stage = await openStage(await sharedVenue({ BELLWETHER_CHAIN_137: 'on' }), chainId);
  wallet = createWalletClient({
    account: privateKeyToAccount(keyOf(stage.venue, name)),
    chain: polygon,
    // Requests to a node fail at once.
    transport: http('http://127.0.0.1:1', { retryCount: 0 }),
  });
  const { client } = await openTrader(stage.venue, name, { chain: chainId });
  const localBuilderCreds: BuilderApiKeyCreds = await client.createBuilderApiKey();
  builderConfig = new BuilderConfig({ localBuilderCreds });
});

/** Config of a newer version of the signing SDK; the client sees no difference. */
const asConfig = (config: BuilderConfig): ConstructorParameters<typeof RelayClient>[3] => config as never;

test('relayer README: a Safe is deployed, approves, and redeems of both kinds of markets', async () => {
  proves('@polymarket/builder-relayer-client', 'readme', 'wallets', 'positions');
  const { venue, plain, negRisk } = stage;
  const client = new RelayClient(venue.url, chainId, wallet, asConfig(builderConfig));
  const response = await client.deploy();
  expect((await response.wait())?.proxyAddress).toMatch(/^0x[0-9a-f]{40}$/);

  const approvalTx = approve(CONDITIONAL_TOKENS, USDC);
  const safeResponse = await client.execute([approvalTx], 'usdc approval on the CTF');
  expect((await safeResponse.wait())?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);

  const [first, second] = negRisk;
  await done(client, [pairs('splitPosition', plain.conditionId, 5), splitNegRisk(first.conditionId, 5)]);
  await operate(venue, `/admin/markets/${plain.conditionId}/resolve`, { winner: 'Yes' });
  await operate(venue, `/admin/markets/${second.conditionId}/resolve`, { winner: 'Yes' });
  await done(client, [redeem(plain.conditionId, USDC)], 'redeem positions');
  await done(client, [redeemNegRisk(first.conditionId, [5_000_000n, 0n])], 'redeem positions');
  // The owner of the builder key sent with them sees them, latest first.
  const listed = await client.getTransactions();
  const words = ['redeem positions', 'redeem positions', '', 'usdc approval on the CTF', ''];
  expect(listed.map(({ metadata }) => metadata)).toEqual(words);
});

test('relayer README: a proxy wallet comes into being with its first transaction [S21]', async () => {
  proves('@polymarket/builder-relayer-client', 'readme', 'wallets', 'positions');
  const { venue, charged } = stage;
  const proxyClient = new RelayClient(venue.url, chainId, wallet, asConfig(builderConfig), RelayerTxType.PROXY);
  const approvalTx = approve(CONDITIONAL_TOKENS, USDC);
  const proxyResponse = await proxyClient.execute([approvalTx], 'usdc approval on the CTF');
  const proxyResult = await proxyResponse.wait();
  expect(proxyResult).toMatchObject({ type: 'PROXY', nonce: '0' });
  const { conditionId } = charged;
  await done(proxyClient, [pairs('splitPosition', conditionId, 8), pairs('mergePositions', conditionId, 3)]);
  const positions = await fetch(`${venue.url}/positions?user=${proxyResult?.proxyAddress}&sizeThreshold=0`);
  expect(await positions.json()).toMatchObject([{ size: 5 }, { size: 5 }]);
});

test('relayer README: a deposit wallet is deployed and carries out a batch, until its deadline [S21]', async () => {
  proves('@polymarket/builder-relayer-client', 'readme', 'wallets');
  const { venue } = stage;
  const chain = { ...polygon, rpcUrls: { default: { http: [await openNode()] } } };
  const client = new RelayClient(venue.url, chainId, wallet, asConfig(builderConfig), undefined, { chain });
  const response = await client.deployDepositWallet();
  const result = await response.wait();
  const walletAddress = await client.deriveDepositWalletAddress();
  expect(result?.proxyAddress).toBe(walletAddress.toLowerCase());
  expect(await client.getDeployed(walletAddress, 'WALLET')).toBe(true);

  const { to: target, data } = approve(CONDITIONAL_TOKENS, USDC);
  const approveCall: DepositWalletCall = { target, value: '0', data };
  const deadline = Math.floor(Date.now() / 1000 + 240).toString();
  const batch = await client.executeDepositWalletBatch([approveCall], walletAddress, deadline);
  expect((await batch.wait())?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
  const late = client.executeDepositWalletBatch([approveCall], walletAddress, '1000000000');
  await expect(late).rejects.toThrow(/its deadline 1000000000 has passed/);

  // A deployment carries no signature, so without a builder key of the same account it is refused.
  const other = createRelayClient(venue, '5', { chain: polygon, builder: builderConfig });
  await expect(other.deployDepositWallet()).rejects.toThrow(/carries no signature/);
});
