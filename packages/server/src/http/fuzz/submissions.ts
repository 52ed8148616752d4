/**
 * Relayer data for requests to use: a transaction in both profiles, and signed batches where the profile accepts them.
 */
import { type Address, ZERO_MICROS } from '@bellwether/engine';
import { transactionUuid } from '../../schema/relayer-tables.ts';
import { type BuilderKey, pairsCall, Relayer } from '../testing/relaying.ts';
import type { World } from './world-parts.ts';

/** Keys of signers that only relay. */
const RELAYERS = ['a1', 'a2'];

/** Journals a relayed transaction directly, bypassing the gateway: the venue's own profile relays none. */
export async function relayOne({ stack, traders, pool }: World): Promise<void> {
  const { exchange, dependencies } = stack;
  const owner = traders[0]?.address.toLowerCase() as Address;
  const account = exchange.state.accountsByAddress.get(owner);
  if (account === undefined) throw new Error('the first trader has no account');
  const wallet = dependencies.relay.walletsOf(owner).SAFE as Address;
  const id = `0x${'5e'.repeat(32)}`;
  const record = { id, to: wallet, data: '0x', metadata: '', builder: null };
  const deployment = { type: 'SAFE-CREATE', nonce: 0, steps: [], startingBalance: ZERO_MICROS } as const;
  await exchange.submit({ kind: 'RelayTransaction', account, wallet, record, ...deployment });
  pool.set('GET /v1/account/transactions/:id id', transactionUuid(id));
}

/** Signs the next batch of every relayer, and the previous one again, because repeats are answered, too. */
export async function signSubmissions({ stack, markets, submissions }: World): Promise<void> {
  for (const key of RELAYERS) {
    const relayer = new Relayer(stack, key);
    const account = stack.exchange.state.accountsByAddress.get(relayer.address);
    const nonce = stack.exchange.state.accounts[account ?? -1]?.relayNonces.SAFE;
    const isDeployed = stack.exchange.state.walletsByAddress.has(relayer.safe);
    const split = pairsCall('split', markets[0]?.conditionId ?? '', 1_000_000n);
    submissions.push(isDeployed ? await relayer.batch(split, nonce ?? 0) : await relayer.deployment());
  }
  submissions.splice(0, Math.max(submissions.length - 8, 0));
}

/** Creates a builder key of the first trader, which lists its transactions. */
export async function createBuilderKey({ traders }: Pick<World, 'traders'>): Promise<BuilderKey> {
  const answer = await traders[0]?.send('POST', '/auth/builder-api-key');
  if (answer?.status !== 200) throw new Error(`no builder key: ${answer?.text}`);
  return answer.body as BuilderKey;
}
