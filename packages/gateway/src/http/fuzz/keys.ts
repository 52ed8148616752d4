/** Keys of accounts in the fuzzer's world, and the signed batches of its session signers. */
import type { Address } from '@bellwether/engine';
import type { DigestSigner } from '@bellwether/sdk';
import { nativeSigner } from '../../adapters/signature-pool/testing/native-signer.ts';
import { approval, type BuilderKey } from '../testing/relaying.ts';
import { WalletOwner } from '../testing/session-signers.ts';
import type { Stack } from '../testing/stack.ts';
import type { Trader } from '../testing/trader.ts';

/** A key of every trader's deposit wallet. */
export const KNOWN_KEY = `0x${'fa'.repeat(20)}` as Address;
const SESSION_SIGNER = nativeSigner(`0x${'4b'.repeat(32)}`);
const SESSION_KEY = SESSION_SIGNER.address.toLowerCase() as Address;
const UNTIL = { label: '', scopes: ['CLOB'], expiration: 4_000_000_000 };

export interface Sessions {
  authorization: object;
  revocation: object;
  /** A batch that the session signer has signed. */
  batch: object;
}

/** The part of the world that keys belong to. */
interface KeyWorld {
  readonly stack: Stack;
  readonly traders: readonly Trader[];
}

/** Adds the known key wherever a request has revoked it. */
export async function addKeys({ stack, traders }: KeyWorld): Promise<void> {
  const { state } = stack.exchange;
  for (const { address } of traders) {
    const account = state.accounts[state.accountsByAddress.get(address as Address) ?? -1];
    const wallet = account === undefined ? undefined : state.walletsByAddress.get(account.depositWallet);
    if (account === undefined || wallet === undefined) continue;
    await stack.exchange.submit({ kind: 'AddKey', account: account.id, wallet, key: KNOWN_KEY, ...UNTIL });
  }
}

/**
 * Signs the next batch that adds a session signer of the first trader, another that revokes it, for it is there, and has
 * the session signer sign one.
 */
export async function signSessions({
  stack,
  traders,
  sessions,
  builderKey,
}: KeyWorld & { readonly sessions: Sessions; readonly builderKey: BuilderKey }): Promise<void> {
  const { state } = stack.exchange;
  const [first] = traders;
  const account = state.accounts[state.accountsByAddress.get(first?.address as Address) ?? -1];
  const wallet = state.walletsByAddress.get(account?.depositWallet as Address);
  if (first === undefined || account === undefined || wallet === undefined) return;
  await stack.exchange.submit({
    kind: 'AddKey',
    account: account.id,
    wallet,
    key: SESSION_KEY,
    ...UNTIL,
    scopes: ['ALL'],
  });
  const owner = new WalletOwner(stack, first.signer as DigestSigner, account.depositWallet, builderKey);
  const nonce = account.relayNonces.WALLET;
  sessions.authorization = await owner.authorization(SESSION_KEY, { nonce });
  sessions.revocation = await owner.revocation(SESSION_KEY, { nonce });
  sessions.batch = await owner.batchByKey(SESSION_SIGNER, nonce, [approval()]);
}
