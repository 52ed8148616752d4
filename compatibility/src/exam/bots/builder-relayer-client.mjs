/**
 * A bot on `@polymarket/builder-relayer-client`: it deploys the Safe of its key, and asks each time whether that is so. No
 * call brings the exam's money into the Safe: a trading client trades from the key's own wallet and reads.
 */
import { RelayClient, RelayerTxType } from '@polymarket/builder-relayer-client';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { polygonAmoy } from 'viem/chains';
import { clob } from '../clob.mjs';
import { BOT_KEY, loop, VENUE } from '../loop.mjs';

const chain = polygonAmoy;
const wallet = createWalletClient({ account: privateKeyToAccount(BOT_KEY), chain, transport: http(VENUE) });
const relay = new RelayClient(VENUE, chain.id, wallet, undefined, RelayerTxType.SAFE, { chain });

let safe;
const deployed = async () => {
  if (safe !== undefined && (await relay.getDeployed(safe))) return;
  ({ proxyAddress: safe } = await (await relay.deploy()).wait());
};

await loop({
  ...clob,
  openOrders: async () => {
    await deployed();
    return clob.openOrders();
  },
});
