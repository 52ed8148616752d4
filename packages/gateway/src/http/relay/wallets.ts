/** Wallets derived from a signer's address, as the public clients derive them. They belong to that signer alone. */
import { createHash } from 'node:crypto';
import { type Address, address } from '@bellwether/engine';
import {
  DEPOSIT_WALLET_BEACON,
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
  /** A deposit wallet as its factory deploys them since 29 June 2026, by a beacon. */
  readonly WALLET: string;
  /** The signer's deposit wallet if it was deployed before. */
  readonly EARLIER_WALLET: string;
}

/**
 * Parts of a minimal proxy with immutable arguments, before and after the address that it names: an ERC-1967
 * implementation, or a beacon that knows the implementation.
 */
interface ProxyCode {
  /** Ten bytes, to whose second and third the size of the arguments is added. */
  readonly prefix: bigint;
  readonly rest: Uint8Array;
}

const NAMES_IMPLEMENTATION: ProxyCode = {
  prefix: 0x61_00_3d_3d_81_60_23_3d_39_73n,
  rest: knownBytes(
    '0x60095155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3',
  ),
};
const NAMES_BEACON: ProxyCode = {
  prefix: 0x61_00_52_3d_81_60_23_3d_39_73n,
  rest: knownBytes(
    '0x60195155f3363d3d373d3d363d602036600436635c60da1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3',
  ),
};

export function createWalletDeriver(keccak: Keccak, chainId: number): (owner: string) => DerivedWallets {
  const created = (factory: string, salt: Uint8Array, codeHash: Uint8Array): string =>
    addressOf(keccak(Uint8Array.of(0xff), knownBytes(factory), salt, codeHash).subarray(12));
  const implementation = knownBytes(depositWalletImplementation(chainId));
  const beacon = knownBytes(DEPOSIT_WALLET_BEACON);
  const [safeCode, proxyCode] = [knownBytes(SAFE_INIT_CODE_HASH), knownBytes(PROXY_INIT_CODE_HASH)];
  return (owner) => {
    const word = addressWord(owner);
    const walletArguments = Buffer.concat([addressWord(DEPOSIT_WALLET_FACTORY), word]);
    const depositWallet = ({ prefix, rest }: ProxyCode, named: Uint8Array): string => {
      const sized = prefix + (BigInt(walletArguments.length) << 56n);
      const code = keccak(Buffer.from(sized.toString(16).padStart(20, '0'), 'hex'), named, rest, walletArguments);
      return created(DEPOSIT_WALLET_FACTORY, keccak(walletArguments), code);
    };
    return {
      SAFE: created(SAFE_FACTORY, keccak(word), safeCode),
      PROXY: created(PROXY_FACTORY, keccak(knownBytes(owner)), proxyCode),
      WALLET: depositWallet(NAMES_BEACON, beacon),
      EARLIER_WALLET: depositWallet(NAMES_IMPLEMENTATION, implementation),
    };
  };
}

/**
 * Address of an account's deposit wallet: a second wallet for signature types 1-3, derived from the account's address
 * alone. No key exists for it: it trades only through its owner's signatures.
 */
export function depositWalletOf(owner: Address): Address {
  return address(
    `0x${createHash('sha256').update(`bellwether deposit wallet v1\n${owner}`).digest('hex').slice(0, 40)}`,
  );
}

/** All deposit wallets that an owner may have: by the factory of today, by the one before, and the account's own. */
export function depositWalletsOf(
  owner: Address,
  relay: { walletsOf(owner: string): DerivedWallets },
): readonly string[] {
  const { WALLET, EARLIER_WALLET } = relay.walletsOf(owner);
  return [WALLET, EARLIER_WALLET, depositWalletOf(owner)];
}
