/**
 * Digests that wallets sign for the relayer: EIP-712 structs of Safes and contract wallets, and the proxies' own hash.
 */
import { RELAY_ADDRESS, RELAY_HUB, SAFE_FACTORY, SAFE_FACTORY_NAME } from './contracts.ts';
import { addressWord, type Keccak, knownBytes, wordOf } from './words.ts';

const SAFE_DOMAIN = 'EIP712Domain(uint256 chainId,address verifyingContract)';
const SAFE_TX =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';
const FACTORY_DOMAIN = 'EIP712Domain(string name,uint256 chainId,address verifyingContract)';
const CREATE_PROXY = 'CreateProxy(address paymentToken,uint256 payment,address paymentReceiver)';
const WALLET_DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const WALLET_CALL = 'Call(address target,uint256 value,bytes data)';
const WALLET_BATCH = `Batch(address wallet,uint256 nonce,uint256 deadline,Call[] calls)${WALLET_CALL}`;
const ZERO = wordOf(0);

interface SafeBatch {
  readonly wallet: string;
  readonly to: string;
  readonly data: Uint8Array;
  readonly operation: 0 | 1;
  readonly nonce: number;
}

interface ProxyBatch {
  readonly from: string;
  readonly to: string;
  readonly data: Uint8Array;
  readonly gasLimit: bigint;
  readonly nonce: number;
}

interface WalletBatch {
  readonly wallet: string;
  readonly nonce: number;
  /** Unix seconds. */
  readonly deadline: bigint;
  readonly calls: readonly { readonly target: string; readonly value: bigint; readonly data: Uint8Array }[];
}

/** Each method returns the 32 bytes that identify the transaction. Fees and refunds are always zero. */
export interface RelayDigests {
  safe(batch: SafeBatch): Uint8Array;
  safeCreation(): Uint8Array;
  proxy(batch: ProxyBatch): Uint8Array;
  wallet(batch: WalletBatch): Uint8Array;
  /** Identifies an unsigned creation: the owner, under a name of the venue's own. */
  walletCreation(owner: string): Uint8Array;
  /** Hash that a wallet's `personal_sign` computes from 32 bytes. */
  personal(digest: Uint8Array): Uint8Array;
}

export function createRelayDigests(keccak: Keccak, chainId: number): RelayDigests {
  const text = (value: string): Uint8Array => keccak(Buffer.from(value, 'utf8'));
  const typed = (domain: Uint8Array, struct: Uint8Array): Uint8Array =>
    keccak(Uint8Array.of(0x19, 0x01), domain, struct);
  const chain = wordOf(chainId);
  const [safeDomain, safeTx, walletDomain] = [text(SAFE_DOMAIN), text(SAFE_TX), text(WALLET_DOMAIN)];
  const [walletBatch, walletCall] = [text(WALLET_BATCH), text(WALLET_CALL)];
  const [walletName, walletVersion] = [text('DepositWallet'), text('1')];
  const creation = typed(
    keccak(text(FACTORY_DOMAIN), text(SAFE_FACTORY_NAME), chain, addressWord(SAFE_FACTORY)),
    keccak(text(CREATE_PROXY), ZERO, ZERO, ZERO),
  );
  return {
    safe({ wallet, to, data, operation, nonce }) {
      const target = [addressWord(to), ZERO, keccak(data), wordOf(operation)];
      // Gas amounts, gas price, refund token and receiver are zero: nothing is paid.
      const struct = keccak(safeTx, ...target, ZERO, ZERO, ZERO, ZERO, ZERO, wordOf(nonce));
      return typed(keccak(safeDomain, chain, addressWord(wallet)), struct);
    },
    safeCreation: () => creation,
    proxy({ from, to, data, gasLimit, nonce }) {
      const fees = [ZERO, ZERO, wordOf(gasLimit)];
      const ends = [knownBytes(RELAY_HUB), knownBytes(RELAY_ADDRESS)];
      const parties = [knownBytes(from), knownBytes(to)];
      return keccak(Buffer.from('rlx:', 'ascii'), ...parties, data, ...fees, wordOf(nonce), ...ends);
    },
    wallet({ wallet, nonce, deadline, calls }) {
      const hashes = calls.map(({ target, value, data }) =>
        keccak(walletCall, addressWord(target), wordOf(value), keccak(data)),
      );
      const struct = keccak(walletBatch, addressWord(wallet), wordOf(nonce), wordOf(deadline), keccak(...hashes));
      return typed(keccak(walletDomain, walletName, walletVersion, chain, addressWord(wallet)), struct);
    },
    walletCreation: (owner) => keccak(Buffer.from(`bellwether wallet creation v1\n${owner}`, 'utf8')),
    personal: (digest) => keccak(Buffer.from('\x19Ethereum Signed Message:\n32', 'latin1'), digest),
  };
}
