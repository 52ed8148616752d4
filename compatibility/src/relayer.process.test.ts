/**
 * The public relayer client, unmodified, through a wallet's whole life: deployed, funded, trading, merged, redeemed.
 */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { RelayerTransactionState } from '@polymarket/builder-relayer-client';
import { AssetType, OrderType, Side, SignatureTypeV2 } from '@polymarket/clob-client-v2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { proves } from './proves.ts';
import {
  approve,
  CONDITIONAL_TOKENS,
  convert,
  createRelayClient,
  done,
  NEG_RISK_ADAPTER,
  openLine,
  pairs,
  redeem,
  redeemNegRisk,
  splitNegRisk,
  submit,
} from './relayer-stage.testing.ts';
import {
  addMarket,
  createClient,
  errorOf,
  openStage,
  openTrader,
  operate,
  type Stage,
  sharedVenue,
  startVenue,
} from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  // The client prints everything it does.
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  stage = await openStage(await sharedVenue());
});

const UNIT = 1_000_000;

async function json<Value>(url: string): Promise<Value> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Value;
}

/** A clob client that trades from the Safe of a key, with the account's credentials. */
async function traderFrom(name: string, safe: string) {
  const { credentials } = await openTrader(stage.venue, name);
  const wallet = { signatureType: SignatureTypeV2.POLY_GNOSIS_SAFE, funderAddress: safe };
  const { client } = createClient(stage.venue, name, { creds: credentials, throwOnError: true, ...wallet });
  return client;
}
type Trading = Awaited<ReturnType<typeof traderFrom>>;

const collateralOf = async (client: Trading): Promise<number> =>
  Number((await client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance) / UNIT;
const sharesOf = async (client: Trading, token: string): Promise<number> =>
  Number((await client.getBalanceAllowance({ asset_type: AssetType.CONDITIONAL, token_id: token })).balance) / UNIT;

/** Status, message and code of a refused call. */
async function refusalOf(call: Promise<unknown>): Promise<{ status: number; error: string; code: string }> {
  const { message = 'null' } = (await errorOf(call)) ?? {};
  const { status, data } = JSON.parse(message) as { status: number; data: { error: string; code: string } };
  return { status, ...data };
}

test('relayer client: a Safe is deployed, splits, trades what it split, merges, converts and redeems [S21]', async () => {
  proves('@polymarket/builder-relayer-client', 'wallets', 'positions');
  const { venue, plain, negRisk, bob } = stage;
  const relay = createRelayClient(venue, 'c');
  await expect(relay.execute([approve(CONDITIONAL_TOKENS)])).rejects.toThrow('safe not deployed');
  const deployed = await (await relay.deploy()).wait();
  expect(deployed).toMatchObject({ state: RelayerTransactionState.STATE_CONFIRMED, type: 'SAFE-CREATE' });
  const safe = deployed?.proxyAddress ?? '';
  expect(await relay.getDeployed(safe)).toBe(true);
  await expect(relay.deploy()).rejects.toThrow('safe already deployed');
  const trading = await traderFrom('c', safe);
  expect(await collateralOf(trading)).toBe(10_000);

  const calls = [approve(CONDITIONAL_TOKENS), pairs('splitPosition', plain.conditionId, 100)];
  const hash = await done(relay, calls, 'split');
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await sharesOf(trading, plain.yes)).toBe(100);
  const activity = await json<unknown>(`${venue.url}/activity?user=${safe}&type=SPLIT`);
  expect(activity).toMatchObject([{ type: 'SPLIT', transactionHash: hash }]);

  const sell = { tokenID: plain.yes, price: 0.6, size: 20, side: Side.SELL };
  expect(await trading.createAndPostOrder(sell, {}, OrderType.GTC)).toMatchObject({ status: 'live' });
  const buy = { ...sell, side: Side.BUY };
  expect(await bob.client.createAndPostOrder(buy, {}, OrderType.GTC)).toMatchObject({ status: 'matched' });
  expect(await trading.getTrades({ market: plain.conditionId })).toMatchObject([{ trader_side: 'MAKER' }]);

  // 10,000 − 100 + 20 × 0.60 + 50
  await done(relay, [pairs('mergePositions', plain.conditionId, 50)]);
  expect(await collateralOf(trading)).toBe(9_962);

  // Two NO in a race of two markets convert to 10 of collateral; no other market is left to receive YES of.
  const [first, second] = negRisk;
  const race = await json<{ neg_risk_market_id: string }>(`${venue.url}/markets/${first.conditionId}`);
  const splits = negRisk.map(({ conditionId }) => splitNegRisk(conditionId, 10));
  await done(relay, [...splits, approve(NEG_RISK_ADAPTER), convert(race.neg_risk_market_id, 3n, 10)]);
  expect(await collateralOf(trading)).toBe(9_952);
  expect([await sharesOf(trading, first.yes), await sharesOf(trading, first.no)]).toEqual([10, 0]);

  expect(await refusalOf(relay.execute([redeem(plain.conditionId)]))).toMatchObject({ code: 'market_not_resolved' });
  await operate(venue, `/admin/markets/${plain.conditionId}/resolve`, { winner: 'Yes' });
  await operate(venue, `/admin/markets/${second.conditionId}/resolve`, { winner: 'Yes' });
  await done(relay, [redeem(plain.conditionId), redeemNegRisk(second.conditionId, [10_000_000n, 0n])], 'redeem');
  // 30 YES of the first and 10 YES of the second pay 1 each; the venue pays on its own, in steps.
  await expect.poll(() => collateralOf(trading)).toBe(9_992);
});

describe('relayer client: a venue that is killed', () => {
  let dataDir: string;
  let venue: Awaited<ReturnType<typeof startVenue>>;
  beforeAll(async () => {
    dataDir = createDataDir();
    venue = await startVenue({}, dataDir);
  });
  afterAll(async () => {
    await venue?.end();
    removeDataDir(dataDir);
  });

  test.each([
    ['answered by the venue', '7'],
    ['just sent', '8'],
  ])(
    'relayer client: the venue is killed when a batch is %s, and the same bytes have one effect',
    async (moment, name) => {
      proves('@polymarket/builder-relayer-client');
      const { conditionId } = await addMarket(venue, 'Killed');
      let answered = '';
      let killed: Promise<unknown> | null = null;
      const kill = (): Promise<unknown> => (killed ??= venue.end('SIGKILL'));
      let isArmed = false;
      const line = await openLine(venue.url, {
        onSubmit: () => {
          if (isArmed && moment === 'just sent') void kill();
        },
        onAnswer: async (text) => {
          if (!isArmed) return true;
          answered = text;
          await kill();
          return false;
        },
      });
      const relay = createRelayClient({ ...venue, url: line.url }, name);
      await (await relay.deploy()).wait();
      isArmed = true;
      await expect(relay.execute([pairs('splitPosition', conditionId, 3)])).rejects.toThrow();
      await kill();
      const bytes = line.submitted.at(-1) ?? '';
      await line.close();

      venue = await startVenue({}, dataDir);
      const answers: unknown[] = [];
      for (let time = 0; time < 3; time++) {
        const answer = await submit(venue, bytes);
        expect(answer.status).toBe(200);
        answers.push(await answer.json());
      }
      expect(answers).toEqual([answers[0], answers[0], answers[0]]);
      if (answered !== '') expect(answers[0]).toEqual(JSON.parse(answered));
      const { from, proxyWallet } = JSON.parse(bytes) as { from: string; proxyWallet: string };
      expect(await json(`${venue.url}/nonce?address=${from}&type=SAFE`)).toEqual({ nonce: '1' });
      const positions = await json<{ size: number }[]>(`${venue.url}/positions?user=${proxyWallet}&sizeThreshold=0`);
      expect(positions.map(({ size }) => size)).toEqual([3, 3]);
    },
  );
});
