import { RelayClient, RelayerTxType } from '@polymarket/builder-relayer-client';
import { createWalletClient, encodeFunctionData, http, parseAbi, zeroHash } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { polygonAmoy } from 'viem/chains';

const host = 'http://127.0.0.1:8080';
const chain = polygonAmoy;
// The key is the account. Keep it, and use one that owns nothing elsewhere.
const key = process.env.BOT_KEY ?? generatePrivateKey();
const wallet = createWalletClient({ account: privateKeyToAccount(key), chain, transport: http(host) });
const client = new RelayClient(host, chain.id, wallet, undefined, RelayerTxType.SAFE, { chain });

const deployed = await (await client.deploy()).wait();
console.log('deployed', deployed.proxyAddress);

const markets = await (await fetch(`${host}/markets?closed=false&limit=100`)).json();
const market = markets.find(({ negRisk }) => !negRisk);
const abi = parseAbi([
  'function splitPosition(address, bytes32, bytes32, uint256[], uint256)',
  'function mergePositions(address, bytes32, bytes32, uint256[], uint256)',
]);
const collateral = '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB';
const conditionalTokens = '0x69308FB512518e39F9b16112fA8d994F4e2Bf8bB';
const pairs = (functionName, amount) => {
  const args = [collateral, zeroHash, market.conditionId, [1n, 2n], amount];
  return { to: conditionalTokens, data: encodeFunctionData({ abi, functionName, args }), value: '0' };
};
// Split ten pairs and merge four of them back, both or neither.
const batch = [pairs('splitPosition', 10_000_000n), pairs('mergePositions', 4_000_000n)];
const done = await (await client.execute(batch, 'my first batch')).wait();
console.log('done', done.state, done.transactionHash);
