/** What the relayer understands: wallets of a signer, digests that are signed, and calls inside of what was signed. */
import { type BatchReader, createBatchReader } from './batch.ts';
import { createCallReader } from './calls.ts';
import { createRelayDigests, type RelayDigests } from './digests.ts';
import { createKeccak256 } from './keccak.ts';
import { createWalletDeriver, type DerivedWallets } from './wallets.ts';

export interface RelayLanguage {
  readonly digests: RelayDigests;
  readonly batches: BatchReader;
  /** `owner` in lower case. */
  walletsOf(owner: string): DerivedWallets;
}

/** To be shared by all of a thread. */
export async function createRelayLanguage(chainId: number): Promise<RelayLanguage> {
  const keccak = await createKeccak256();
  return {
    digests: createRelayDigests(keccak, chainId),
    batches: createBatchReader(keccak, createCallReader(keccak)),
    walletsOf: createWalletDeriver(keccak, chainId),
  };
}
