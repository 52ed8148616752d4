/** Signature types that a maker accepts: a type of another wallet is the most common first mistake of a live bot. */
import type { Account, Address } from '@bellwether/engine';
import type { RelayLanguage } from '../../relay/relay-language.ts';
import { explained, type Failure } from '../failure.ts';

interface Fit {
  readonly fitting: number[];
  /** Description of the maker in a refusal. */
  readonly whose: string;
}

/** Refusal of an order whose signature type does not fit its maker; null if it fits. */
export function refuseSignatureType(
  signatureType: number,
  maker: Address,
  account: Pick<Account, 'address' | 'depositWallet'>,
  relay: Pick<RelayLanguage, 'walletsOf'>,
): Failure | null {
  const { fitting, whose } = fitOf(maker, account, relay);
  if (fitting.includes(signatureType)) return null;
  return explained('signature_type_mismatch', { signatureType, maker, fitting }, { whose });
}

function fitOf(
  maker: Address,
  { address, depositWallet }: Pick<Account, 'address' | 'depositWallet'>,
  relay: Pick<RelayLanguage, 'walletsOf'>,
): Fit {
  if (maker === address) return { fitting: [0], whose: 'the signer’s own address' };
  if (maker === depositWallet) return { fitting: [1, 2, 3], whose: 'the deposit wallet that GET /account shows' };
  const { PROXY, SAFE, WALLET } = relay.walletsOf(address);
  if (maker === PROXY) return { fitting: [1], whose: 'the signer’s proxy' };
  if (maker === SAFE) return { fitting: [2], whose: 'the signer’s Safe' };
  if (maker === WALLET) return { fitting: [3], whose: 'the signer’s contract wallet' };
  return { fitting: [1, 2, 3], whose: 'which is not the signer’s own address' };
}
