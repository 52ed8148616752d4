/** A trader for tests: signs orders and requests with the SDK and sends them into a stack without a socket. */
import {
  type Account,
  type Credentials,
  marketVersion,
  type OrderAnswer,
  type OrderPlacement,
} from '@bellwether/contract';
import type { TokenId } from '@bellwether/engine';
import { domainOf as domainOfKind, type SigningDomain } from '@bellwether/ports/signatures.ts';
import {
  apiKeyHeaders,
  buildOrder,
  keyOrderSignature,
  type OrderRequest,
  type SignatureType,
  type SignedPlacement,
  type Signer,
  type SignInTerms,
  signOrder,
  walletHeaders,
} from '@bellwether/sdk';
import { nativeSigner } from '../../adapters/signature-pool/testing/native-signer.ts';
import { ADMIN_TOKEN, type Stack } from './stack.ts';

/** Header fields. */
export type Fields = Readonly<Record<string, string>>;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'HEAD';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

/** Sends one request, by default from the server's own address; `body` is sent as JSON unless it is text already. */
export async function send(
  stack: Stack,
  method: Method,
  url: string,
  body?: unknown,
  headers: Fields = {},
  from?: string,
): Promise<Answer> {
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await stack.app.inject({
    method,
    url,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload }),
    ...(from !== undefined && { remoteAddress: from }),
  });
  // Every answer must keep to the contract, whatever the test checks.
  const broken = stack.brokenAnswers.splice(0);
  if (broken.length > 0) throw new Error(broken.join('\n'));
  return { status: response.statusCode, headers: response.headers, body: parsed(response.body), text: response.body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends a request with the operator's token. */
export const admin = (
  stack: Stack,
  method: Method,
  url: string,
  body?: unknown,
  headers: Fields = {},
): Promise<Answer> => send(stack, method, url, body, { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers });

/** Nonce of signatures that do something other than sign in. */
const WALLET_NONCE = 1_000;

export interface Wallet {
  readonly address: string;
  readonly signatureType: SignatureType;
  /** True to sign as a key of the wallet. */
  readonly asKey?: boolean;
}

export class Trader {
  readonly stack: Stack;
  readonly signer: Signer;
  readonly credentials: Credentials;

  /** Address that requests name. */
  readonly #named: string;

  private constructor(stack: Stack, signer: Signer, credentials: Credentials, named = signer.address) {
    this.stack = stack;
    this.signer = signer;
    this.credentials = credentials;
    this.#named = named;
  }

  /** Opens an account for the key made of `digits`, one or two; another `nonce` yields another API key. */
  static async open(stack: Stack, digits: string, nonce = 0): Promise<Trader> {
    const signer = nativeSigner(`0x${digits.repeat(64 / digits.length)}`);
    const second = stack.nextSecond(`sign in ${digits} ${nonce}`);
    const headers = await walletHeaders(signer, signInTerms(stack), second, nonce);
    const answer = await send(stack, 'POST', '/auth/api-key', undefined, headers);
    if (answer.status !== 200) throw new Error(`no API key: ${answer.text}`);
    return new Trader(stack, signer, answer.body as Credentials);
  }

  /** A device of a person: signs with a key made of `digits`, and sends under an API key of the person's account. */
  static device(stack: Stack, digits: string, account: string, credentials: Credentials): Trader {
    return new Trader(stack, nativeSigner(`0x${digits.repeat(64 / digits.length)}`), credentials, account);
  }

  get address(): string {
    return this.signer.address.toLowerCase();
  }

  headers(method: string, path: string, body: string): Fields {
    const signed = { method, path: path.split('?', 1)[0] ?? '', body };
    // A read may be signed twice in a second, a write may not.
    const timestamp =
      method === 'GET'
        ? Math.floor(this.stack.time.nowMs / 1000)
        : this.stack.nextSecond(`${this.credentials.apiKey} ${method} ${signed.path} ${body}`);
    return apiKeyHeaders(this.#named, this.credentials, { ...signed, timestamp });
  }

  send(method: Method, path: string, body?: unknown): Promise<Answer> {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    return send(this.stack, method, path, text === '' ? undefined : text, this.headers(method, path, text));
  }

  /** Signs an order. `domain` is the domain of the order's market by default. */
  sign(
    order: OrderRequest,
    wallet?: Wallet,
    domain: SigningDomain = domainOf(this.stack, order.tokenId),
  ): Promise<SignedPlacement> {
    return buildOrder({
      ...order,
      domain,
      signer: this.signer,
      owner: this.credentials.apiKey,
      nowMs: this.stack.time.nowMs,
      ...(wallet !== undefined && {
        wallet: wallet.address,
        signatureType: wallet.signatureType,
        asKey: wallet.asKey === true,
      }),
    });
  }

  async place(order: OrderRequest, change: (body: OrderPlacement) => unknown = (body) => body): Promise<Answer> {
    const { body } = await this.sign(order);
    return this.send('POST', '/order', change(body));
  }

  /** Places an order from another wallet than the trader's own address. */
  async placeFrom(address: string, signatureType: SignatureType, order: OrderRequest): Promise<Answer> {
    return this.send('POST', '/order', (await this.sign(order, { address, signatureType })).body);
  }

  /** Places an order for another's contract wallet, signed as a key of it. */
  async placeAsKey(address: string, order: OrderRequest): Promise<Answer> {
    return this.send('POST', '/order', (await this.sign(order, { address, signatureType: 3, asKey: true })).body);
  }

  /** Places the order of a contract wallet that another signer of it has signed: the same fields, signed by this one. */
  async placeSame({ order, ...placement }: OrderPlacement, { asKey }: { readonly asKey: boolean }): Promise<Answer> {
    const { maker, signer, side, metadata = '', builder = '' } = order;
    const [salt, tokenId, timestamp] = [BigInt(order.salt), BigInt(order.tokenId), BigInt(order.timestamp)];
    const amounts = { makerAmount: BigInt(order.makerAmount), takerAmount: BigInt(order.takerAmount) };
    const message = { maker, signer, side, metadata, builder, salt, tokenId, timestamp, ...amounts };
    const domain = domainOf(this.stack, order.tokenId);
    const { signature: own } = await signOrder({ ...message, signatureType: 3 }, domain, this.signer);
    const signature = asKey ? keyOrderSignature(own, this.address) : own;
    const body = { ...placement, owner: this.credentials.apiKey, order: { ...order, signature } };
    return this.send('POST', '/order', body);
  }

  /** Sends a request with a fresh signature of the trader's own wallet. */
  async sendAsWallet(method: Method, path: string, body: unknown, headers: Fields = {}): Promise<Answer> {
    const second = this.stack.nextSecond(`wallet ${this.address}`);
    return send(this.stack, method, path, body, {
      ...(await walletHeaders(this.signer, signInTerms(this.stack), second, WALLET_NONCE)),
      ...headers,
    });
  }

  async account(): Promise<Account> {
    return (await this.send('GET', '/account')).body as Account;
  }

  /** Places an order that must be accepted. */
  async placed(order: OrderRequest): Promise<OrderAnswer> {
    const answer = await this.place(order);
    if (answer.status !== 200) throw new Error(`refused: ${answer.text}`);
    return answer.body as OrderAnswer;
  }
}

function domainOf(stack: Stack, tokenId: string): SigningDomain {
  const token = stack.exchange.state.tokens.get(tokenId as TokenId);
  const market = token === undefined ? undefined : stack.exchange.state.markets[token.market];
  const isV2 = market !== undefined && marketVersion(market.conditionId, market.tokenIds[0]) === 'v2';
  return domainOfKind(stack.dependencies, isV2 ? 'v2' : market?.negRisk === true ? 'negRisk' : 'standard');
}

/** Terms that a wallet signs to get an API key of the stack. */
export const signInTerms = ({ dependencies }: Stack): SignInTerms => ({
  chainId: dependencies.domain.chainId,
  authMessage: dependencies.authMessage,
});

export interface TestMarket {
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
  readonly eventId: string;
}

/** Adds an event with markets; `terms` apply to every market. */
export async function addEvent(stack: Stack, questions: readonly string[], terms: object = {}, event: object = {}) {
  const markets = questions.map((question) => ({ question, ...terms }));
  const answer = await admin(stack, 'POST', '/admin/events', { title: `Event of ${questions[0]}`, ...event, markets });
  if (answer.status !== 201) throw new Error(`no event: ${answer.text}`);
  const added = answer.body as { id: string; markets: { conditionId: string; tokenIds: string[] }[] };
  return added.markets.map(
    ({ conditionId, tokenIds: [yes = '', no = ''] }): TestMarket => ({ conditionId, yes, no, eventId: added.id }),
  );
}

export async function addMarket(stack: Stack, question: string, terms: object = {}, event: object = {}) {
  const [market] = await addEvent(stack, [question], terms, event);
  if (market === undefined) throw new Error('an event came without its market');
  return market;
}
