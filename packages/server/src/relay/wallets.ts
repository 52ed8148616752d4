/** Wallets derived from a signer's address, as the public clients derive them. They belong to that signer alone. */
import {
  DEPOSIT_WALLET_FACTORY,
  depositWalletImplementation,
  PROXY_FACTORY,
  PROXY_INIT_CODE_HASH,
  SAFE_FACTORY,
  SAFE_INIT_CODE_HASH,
} from './contracts.ts';
import { addressOf, addressWord, type Keccak, knownBytes } from './words.ts';

/** Lower-case addresses by the transaction type that they sign. */
export interface DerivedWallets {
  readonly SAFE: string;
  readonly PROXY: string;
  readonly WALLET: string;
}

/** Parts of a minimal ERC-1967 proxy with immutable arguments, as deployed by the factory of deposit wallets. */
const ERC1967_PREFIX = 0x61_00_3d_3d_81_60_23_3d_39_73n;
const ERC1967_AFTER_IMPLEMENTATION = knownBytes('0x6009');
const ERC1967_CODE = [
  knownBytes('0x5155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076'),
  knownBytes('0xcc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3'),
] as const;

export function createWalletDeriver(keccak: Keccak, chainId: number): (owner: string) => DerivedWallets {
  const created = (factory: string, salt: Uint8Array, codeHash: Uint8Array): string =>
    addressOf(keccak(Uint8Array.of(0xff), knownBytes(factory), salt, codeHash).subarray(12));
  const implementation = knownBytes(depositWalletImplementation(chainId));
  const [safeCode, proxyCode] = [knownBytes(SAFE_INIT_CODE_HASH), knownBytes(PROXY_INIT_CODE_HASH)];
  return (owner) => {
    const word = addressWord(owner);
    const walletArguments = Buffer.concat([addressWord(DEPOSIT_WALLET_FACTORY), word]);
    const prefix = ERC1967_PREFIX + (BigInt(walletArguments.length) << 56n);
    const walletCode = keccak(
      Buffer.from(prefix.toString(16).padStart(20, '0'), 'hex'),
      implementation,
      ERC1967_AFTER_IMPLEMENTATION,
      ...ERC1967_CODE,
      walletArguments,
    );
    return {
      SAFE: created(SAFE_FACTORY, keccak(word), safeCode),
      PROXY: created(PROXY_FACTORY, keccak(knownBytes(owner)), proxyCode),
      WALLET: created(DEPOSIT_WALLET_FACTORY, keccak(walletArguments), walletCode),
    };
  };
}
