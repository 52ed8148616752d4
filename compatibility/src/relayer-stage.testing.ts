/** Helpers for tests of the relayer client: contract calls, clients for a key, and a proxy that records submissions. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RelayClient, RelayerTxType, type Transaction } from '@polymarket/builder-relayer-client';
import {
  type Chain,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  zeroHash,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { polygonAmoy } from 'viem/chains';
import { keyOf, type StageVenue } from './stage.ts';

/** Addresses that the public clients know. */
export const USDC = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174';
export const COLLATERAL = '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB';
export const NEG_RISK_ADAPTER = '0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296';
export const CONDITIONAL_TOKENS = '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045';
const UNIT = 1_000_000n;

const TOKENS = parseAbi([
  'function splitPosition(address, bytes32, bytes32, uint256[], uint256)',
  'function mergePositions(address, bytes32, bytes32, uint256[], uint256)',
  'function redeemPositions(address, bytes32, bytes32, uint256[])',
]);
const ADAPTER = parseAbi([
  'function splitPosition(bytes32, uint256)',
  'function redeemPositions(bytes32, uint256[])',
  'function convertPositions(bytes32, uint256, uint256)',
]);
const TOKEN = parseAbi(['function approve(address, uint256)', 'function transfer(address, uint256)']);

const call = (to: string, data: Hex): Transaction => ({ to, data, value: '0' });
const units = (amount: number): bigint => BigInt(amount) * UNIT;

export const approve = (spender: string, token: string = COLLATERAL): Transaction =>
  call(token, encodeFunctionData({ abi: TOKEN, functionName: 'approve', args: [spender as Hex, maxUint256] }));
export const transfer = (to: string): Transaction =>
  call(COLLATERAL, encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [to as Hex, units(1)] }));
/** Pairs in whole units. */
export function pairs(functionName: 'splitPosition' | 'mergePositions', conditionId: string, amount: number) {
  const args = [COLLATERAL, zeroHash, conditionId as Hex, [1n, 2n], units(amount)] as const;
  return call(CONDITIONAL_TOKENS, encodeFunctionData({ abi: TOKENS, functionName, args }));
}
export function redeem(conditionId: string, collateral: Hex = COLLATERAL): Transaction {
  const args = [collateral, zeroHash, conditionId as Hex, [1n, 2n]] as const;
  return call(CONDITIONAL_TOKENS, encodeFunctionData({ abi: TOKENS, functionName: 'redeemPositions', args }));
}
export function splitNegRisk(conditionId: string, amount: number): Transaction {
  const args = [conditionId as Hex, units(amount)] as const;
  return call(NEG_RISK_ADAPTER, encodeFunctionData({ abi: ADAPTER, functionName: 'splitPosition', args }));
}
export function redeemNegRisk(conditionId: string, amounts: readonly [bigint, bigint]): Transaction {
  const args = [conditionId as Hex, amounts] as const;
  return call(NEG_RISK_ADAPTER, encodeFunctionData({ abi: ADAPTER, functionName: 'redeemPositions', args }));
}
export function convert(group: string, indexSet: bigint, amount: number): Transaction {
  const args = [group as Hex, indexSet, units(amount)] as const;
  return call(NEG_RISK_ADAPTER, encodeFunctionData({ abi: ADAPTER, functionName: 'convertPositions', args }));
}

type BuilderConfig = NonNullable<ConstructorParameters<typeof RelayClient>[3]>;

interface RelayClientOptions {
  readonly chain?: Chain;
  /** A builder config of any version of the signing SDK. */
  readonly builder?: unknown;
  readonly type?: RelayerTxType;
}

/** The relayer client for a key of this file; only host, chain and key are configured. */
export function createRelayClient(
  venue: Pick<StageVenue, 'url' | 'number'>,
  name: string,
  { chain = polygonAmoy, builder, type = RelayerTxType.SAFE }: RelayClientOptions = {},
): RelayClient {
  const account = privateKeyToAccount(keyOf(venue, name));
  // The wallet signs by itself; requests to a node fail at once.
  const wallet = createWalletClient({ account, chain, transport: http('http://127.0.0.1:1', { retryCount: 0 }) });
  return new RelayClient(venue.url, chain.id, wallet, builder as BuilderConfig | undefined, type, { chain });
}

/** Sends bytes that a client has signed. */
export const submit = (venue: Pick<StageVenue, 'url'>, body: string): Promise<Response> =>
  fetch(`${venue.url}/submit`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

/** Executes and waits, as the README does. */
export async function done(client: RelayClient, transactions: Transaction[], metadata = ''): Promise<string> {
  const response = await client.execute(transactions, metadata);
  const result = await response.wait();
  if (result === undefined) throw new Error('the transaction failed');
  return result.transactionHash;
}

const BEACON = '7a18edfe055488a3128f01f563e5b479d92ffc3a';

/**
 * A node of the chain, as far as clients ask it where a deposit wallet will be: its factory has a beacon, and no wallet
 * is deployed. The address of the node; it closes with the test's process.
 */
export async function openNode(): Promise<string> {
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const { id, method } = JSON.parse(Buffer.concat(parts).toString('utf8'));
      const result = method === 'eth_call' ? `0x${BEACON.padStart(64, '0')}` : '0x';
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  }).unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy in front of a venue that records submissions. */
export interface Line {
  readonly url: string;
  /** Bodies of `POST /submit`, oldest first. */
  readonly submitted: string[];
  close(): Promise<void>;
}

/**
 * Opens a proxy to a venue. `onAnswer` receives the answer to a submission before the client does; if it resolves to
 * false, the client gets no answer. `onSubmit` is called when a submission has been sent.
 */
export async function openLine(
  venueUrl: string,
  {
    onSubmit = () => {},
    onAnswer = async () => true,
  }: { onSubmit?: () => void; onAnswer?: (text: string) => Promise<boolean> } = {},
): Promise<Line> {
  const submitted: string[] = [];
  const server: Server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts).toString('utf8');
      const isSubmission = request.url === '/submit';
      if (isSubmission) submitted.push(body);
      const sent = fetch(venueUrl + request.url, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body === '' ? {} : { body }),
      });
      if (isSubmission) onSubmit();
      const answer = await sent;
      const text = await answer.text();
      if (isSubmission && !(await onAnswer(text))) response.destroy();
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    submitted,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
