/**
 * A test wallet that behaves like a browser extension: it announces itself per EIP-6963 and answers per EIP-1193. Its
 * keys stay in this process; the page only sees a provider.
 */
import {
  type AuthenticationMessage,
  authenticationDigest,
  createSigner,
  type DigestSigner,
  domainSeparator,
  type OrderMessage,
  orderStructHash,
  type SigningDomain,
  typedDataDigest,
} from '@bellwether/sdk';
import type { Page } from 'playwright-core';

/** Name and icon that the wallet announces. */
export const WALLET_NAME = 'Lantern';
export const WALLET_ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Ccircle cx="4" cy="4" r="4"/%3E%3C/svg%3E';

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** Payload of `eth_signTypedData_v4`; integers are decimal text. */
interface SignedData {
  readonly primaryType: string;
  readonly domain: SigningDomain;
  readonly message: Readonly<Record<string, string | number>>;
}

const refused = (code: number, message: string): Answer => ({ error: { code, message } });

export class TestWallet {
  readonly #page: Page;
  #signer: DigestSigner;
  #chainId: number | null = null;
  #isDeclining = false;
  /** Requested methods, in order. */
  readonly asked: string[] = [];

  private constructor(page: Page, privateKey: string) {
    this.#page = page;
    this.#signer = createSigner(privateKey);
  }

  /** Installs the wallet into all pages opened from now on. */
  static async install(page: Page, privateKey: string): Promise<TestWallet> {
    const wallet = new TestWallet(page, privateKey);
    const answer = (method: string, params: readonly unknown[] = []) => wallet.#answer(method, params);
    await page.exposeFunction('askTestWallet', answer);
    await page.addInitScript(announce, { name: WALLET_NAME, icon: WALLET_ICON });
    return wallet;
  }

  get address(): string {
    return this.#signer.address;
  }

  get signatureCount(): number {
    return this.asked.filter((method) => method === 'eth_signTypedData_v4').length;
  }

  /** Declines all signatures from now on, or stops doing so. */
  decline(isDeclining: boolean): void {
    this.#isDeclining = isDeclining;
  }

  /** Restricts signing to this network until the page requests a switch. */
  setChain(chainId: number): void {
    this.#chainId = chainId;
  }

  /** Switches the wallet to another account. */
  async chooseAccount(privateKey: string): Promise<void> {
    this.#signer = createSigner(privateKey);
    await this.#page.evaluate(
      (accounts) => window.dispatchEvent(new CustomEvent('test-wallet-accounts', { detail: accounts })),
      this.#accounts(),
    );
  }

  #accounts(): readonly string[] {
    return [this.address.toLowerCase()];
  }

  #answer(method: string, params: readonly unknown[]): Answer {
    this.asked.push(method);
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return { result: this.#accounts() };
      case 'wallet_switchEthereumChain':
        this.#chainId = Number((params[0] as { readonly chainId: string }).chainId);
        return { result: null };
      case 'eth_signTypedData_v4':
        return this.#sign(String(params[0]), JSON.parse(String(params[1])) as SignedData);
      default:
        return refused(4200, `no such method: ${method}`);
    }
  }

  #sign(address: string, data: SignedData): Answer {
    if (this.#isDeclining) return refused(4001, 'User rejected the request.');
    if (address.toLowerCase() !== this.address.toLowerCase()) return refused(4100, 'not an account of this wallet');
    const { chainId } = data.domain;
    if (this.#chainId !== null && this.#chainId !== chainId)
      return refused(-32_603, `Provided chainId "${chainId}" must match the active chainId "${this.#chainId}"`);
    return { result: this.#signer.signDigest(digestOf(data)) };
  }
}

/** The casts are the parse boundary: without these fields the venue refuses the resulting signature. */
function digestOf({ primaryType, domain, message }: SignedData): Uint8Array {
  if (primaryType === 'ClobAuth') {
    const { chainId } = domain;
    const fields = { ...message, chainId, text: message['message'], nonce: BigInt(message['nonce'] ?? 0) };
    return authenticationDigest(fields as unknown as AuthenticationMessage);
  }
  const integers = ['salt', 'tokenId', 'makerAmount', 'takerAmount', 'timestamp'];
  const order = Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, integers.includes(name) ? BigInt(value) : value]),
  );
  const side = message['side'] === 0 ? 'BUY' : 'SELL';
  return typedDataDigest(domainSeparator(domain), orderStructHash({ ...order, side } as unknown as OrderMessage));
}

/** Runs in the page before its own scripts. */
function announce({ name, icon }: { readonly name: string; readonly icon: string }): void {
  const ask = (window as unknown as { askTestWallet: (method: string, params?: unknown) => Promise<Answer> })
    .askTestWallet;
  const provider = {
    request: async ({ method, params }: { readonly method: string; readonly params?: unknown }) => {
      const answer = await ask(method, params);
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      return answer.result;
    },
    on: (event: string, listener: (accounts: unknown) => void) => {
      if (event !== 'accountsChanged') return;
      window.addEventListener('test-wallet-accounts', (told) => listener((told as CustomEvent<unknown>).detail));
    },
  };
  const info = { uuid: 'e7a1b2c3-0000-4000-8000-000000000001', name, icon, rdns: 'test.lantern' };
  const tell = (): void => {
    const detail = Object.freeze({ info, provider });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', tell);
  tell();
}
