import type { Eip1193Provider } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { changingChain } from './wallet-chain.ts';

const SIGN = { method: 'eth_signTypedData_v4', params: ['0xa', JSON.stringify({ domain: { chainId: 31_337 } })] };

const refusal = (code: number, message: string): Error => Object.assign(new Error(message), { code });

/** A wallet that signs only for its active network and can switch to the networks in `known`. */
function walletOn(chainId: number, known: readonly number[], declines = false) {
  const calls: string[] = [];
  let active = chainId;
  const provider: Eip1193Provider = {
    request: async ({ method, params }) => {
      calls.push(method);
      if (method === 'eth_signTypedData_v4') {
        if (active !== 31_337)
          throw refusal(-32_603, `Provided chainId "31337" must match the active chainId "${active}"`);
        return '0xsigned';
      }
      const [{ chainId: wanted }] = params as [{ chainId: string }];
      if (declines) throw refusal(4001, 'User rejected the request.');
      if (!known.includes(Number(wanted))) throw refusal(4902, 'Unrecognized chain ID.');
      active = Number(wanted);
      return null;
    },
  };
  return { calls, provider: changingChain(provider) };
}

test('wallet on another network: changes to that of the venue and signs', async () => {
  const { calls, provider } = walletOn(1, [31_337]);
  expect(await provider.request(SIGN)).toBe('0xsigned');
  expect(calls).toEqual(['eth_signTypedData_v4', 'wallet_switchEthereumChain', 'eth_signTypedData_v4']);
});

test('wallet on another network: one that does not know the venue’s is not asked twice', async () => {
  const { calls, provider } = walletOn(1, []);
  await expect(provider.request(SIGN)).rejects.toMatchObject({ code: -32_603 });
  expect(calls).toHaveLength(2);
});

test('wallet on another network: who declines to change has declined', () =>
  expect(walletOn(1, [31_337], true).provider.request(SIGN)).rejects.toMatchObject({ code: 4001 }));

test('wallet on the venue’s network: is asked for nothing but the signature', async () => {
  const { calls, provider } = walletOn(31_337, []);
  await provider.request(SIGN);
  expect(calls).toEqual(['eth_signTypedData_v4']);
});
