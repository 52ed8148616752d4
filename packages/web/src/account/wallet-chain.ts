/** Support for wallets that sign only for their active network: requests a switch to the venue's chain, then signs. */
import type { Eip1193Provider } from '@bellwether/sdk';
import { isDeclined, isWrongChain } from './signing-text.ts';

type Call = Parameters<Eip1193Provider['request']>[0];

/** Wraps a provider. Requests one switch per signature; if the wallet cannot switch, the original error is thrown. */
export function changingChain(provider: Eip1193Provider): Eip1193Provider {
  return {
    request: async (call) => {
      try {
        return await provider.request(call);
      } catch (refusal) {
        const chainId = isWrongChain(refusal) ? chainOf(call) : null;
        if (chainId === null) throw refusal;
        await changeTo(provider, chainId, refusal);
        return provider.request(call);
      }
    },
  };
}

async function changeTo(provider: Eip1193Provider, chainId: number, refusal: unknown): Promise<void> {
  const params = [{ chainId: `0x${chainId.toString(16)}` }];
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params });
  } catch (error) {
    throw isDeclined(error) ? error : refusal;
  }
}

/** Returns the chain id that a call signs for; null if the call is not a signature. */
function chainOf({ method, params }: Call): number | null {
  if (method !== 'eth_signTypedData_v4') return null;
  // The cast is safe: our own signer wrote the text.
  const { domain } = JSON.parse(String(params?.[1])) as { readonly domain: { readonly chainId: number } };
  return domain.chainId;
}
