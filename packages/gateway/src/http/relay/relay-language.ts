/** The relayer's vocabulary: wallets of a signer, digests to sign, and calls inside signed data. */
import { type BatchReader, createBatchReader } from './batch.ts';
import { createCallReader } from './calls.ts';
import { createRelayDigests, type RelayDigests } from './digests.ts';
import { createWalletDeriver, type DerivedWallets } from './wallets.ts';
import { createKeccak256 } from './words.ts';

export interface RelayLanguage {
  readonly digests: RelayDigests;
  readonly batches: BatchReader;
  /** Wallets of a lower-case `owner` address. */
  walletsOf(owner: string): DerivedWallets;
}

/** Creates an instance to share within a thread. */
export async function createRelayLanguage(chainId: number): Promise<RelayLanguage> {
  const keccak = await createKeccak256();
  return {
    digests: createRelayDigests(keccak, chainId),
    batches: createBatchReader(keccak, createCallReader(keccak)),
    walletsOf: createWalletDeriver(keccak, chainId),
  };
}
