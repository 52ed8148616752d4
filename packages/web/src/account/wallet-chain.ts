/** For wallets that only sign for the network they are set to: asks them to change to the venue's number, and signs then. */
import type { Eip1193Provider } from '@bellwether/sdk';
import { isDeclined, isWrongChain } from './signing-text.ts';

type Call = Parameters<Eip1193Provider['request']>[0];

/** The same wallet. It is asked to change once for a signature; where it cannot, the first refusal stands. */
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

/** The number that is to be signed for; null for what is no signature. */
function chainOf({ method, params }: Call): number | null {
  if (method !== 'eth_signTypedData_v4') return null;
  // The cast is the boundary to our own signer, which wrote the text.
  const { domain } = JSON.parse(String(params?.[1])) as { readonly domain: { readonly chainId: number } };
  return domain.chainId;
}
