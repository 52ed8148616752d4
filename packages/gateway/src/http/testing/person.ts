/** A person's browser in tests: keeps its cookies as a browser does and says where its page is from. */
import type { DeviceAdded, InvitationAnswer, PeopleSession } from '@bellwether/contract';
import { nativeSigner } from '../../adapters/signature-pool/testing/native-signer.ts';
import type { Stack } from './stack.ts';
import { type Answer, admin, type Fields, type Method, send, Trader } from './trader.ts';

export const PAGE: Fields = { host: 'venue.test', origin: 'http://venue.test' };

export class Browser {
  readonly stack: Stack;
  readonly jar = new Map<string, string>();

  constructor(stack: Stack) {
    this.stack = stack;
  }

  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async ask(method: Method, path: string, body?: unknown, headers: Fields = {}): Promise<Answer> {
    const own = { 'content-type': 'application/json', ...PAGE, ...(this.jar.size > 0 && { cookie: this.cookie }) };
    const answer = await send(this.stack, method, path, body, { ...own, ...headers });
    for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /Max-Age=0/i.test(line)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return answer;
  }

  async person(): Promise<PeopleSession['person']> {
    return ((await this.ask('GET', '/auth/people/session')).body as PeopleSession).person;
  }

  join(link: string, name?: string, nonce?: string): Promise<Answer> {
    const body = { token: tokenOf(link), ...(name !== undefined && { name }) };
    return this.ask('POST', '/auth/people/join', body, nonce === undefined ? {} : { 'idempotency-key': nonce });
  }

  /** Lets a key made of `digits` trade. */
  async device(digits: string, label = 'Phone'): Promise<Trader> {
    const { address } = nativeSigner(`0x${digits.repeat(64 / digits.length)}`);
    const added = await this.ask('POST', '/auth/people/devices', { address: address.toLowerCase(), label });
    if (added.status !== 200) throw new Error(`no device: ${added.text}`);
    const { account, apiKey, passphrase, secret } = added.body as DeviceAdded;
    return Trader.device(this.stack, digits, account, { apiKey, passphrase, secret });
  }
}

export const tokenOf = (link: string): string => link.split('#')[1] ?? '';

/** Makes an invitation. */
export async function invite(stack: Stack, wish: object = {}): Promise<InvitationAnswer> {
  const made = await admin(stack, 'POST', '/admin/invitations', wish);
  if (made.status !== 201) throw new Error(`no invitation: ${made.text}`);
  return made.body as InvitationAnswer;
}

/** A browser in which a person of this name has joined by an invitation. */
export async function joined(stack: Stack, name: string, wish: object = {}): Promise<Browser> {
  const browser = new Browser(stack);
  const answer = await browser.join((await invite(stack, wish)).url, name);
  if (answer.status !== 200) throw new Error(`not joined: ${answer.text}`);
  return browser;
}
