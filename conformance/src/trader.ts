/** A wallet of the run: creates its API key, and signs orders and requests with the SDK. */
import { randomBytes } from 'node:crypto';
import type { Account, Credentials, OrderPlacement, Venue } from '@bellwether/contract';
import {
  apiKeyHeaders,
  buildOrder,
  createSigner,
  type Headers,
  type OrderRequest,
  type SignedPlacement,
  type Signer,
  SigningTime,
  walletHeaders,
} from '@bellwether/sdk';
import { type Answer, type HeaderList, type Http, type Method, object } from './http.ts';

export type Wallet = Pick<Account['wallets'][number], 'address' | 'free' | 'held' | 'positions'>;

export class Trader {
  readonly http: Http;
  readonly venue: Venue;
  readonly signer: Signer;
  readonly credentials: Credentials;

  /** A signature is valid once: an identical request is signed in the next second. */
  readonly #time: SigningTime;

  private constructor(http: Http, venue: Venue, signer: Signer, credentials: Credentials, time: SigningTime) {
    this.http = http;
    this.venue = venue;
    this.signer = signer;
    this.credentials = credentials;
    this.#time = time;
  }

  static async open(http: Http, venue: Venue): Promise<Trader> {
    const signer = createSigner(randomBytes(32));
    const time = new SigningTime(http.time.now);
    const headers = await walletHeaders(signer, venue, await time.next('sign in', undefined), 0, prefixOf(venue));
    const answer = await http.send('POST', '/auth/api-key', undefined, headers);
    return new Trader(http, venue, signer, object(answer) as unknown as Credentials, time);
  }

  get address(): string {
    return this.signer.address.toLowerCase();
  }

  get prefix(): string {
    return prefixOf(this.venue);
  }

  now(): number {
    return this.#time.now();
  }

  /** The five headers of a request. */
  headers(method: string, path: string, body = '', timestamp = this.now()): Headers {
    const request = { timestamp, method, path: path.split('?', 1)[0] ?? '', body };
    return apiKeyHeaders(this.signer.address, this.credentials, request, this.prefix);
  }

  async send(method: Method, path: string, body?: unknown, more: HeaderList = {}): Promise<Answer> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const second = method === 'GET' ? this.now() : await this.#time.next(`${method} ${path} ${text}`, undefined);
    return this.http.send(method, path, text, { ...this.headers(method, path, text ?? '', second), ...more });
  }

  /** The trader's wallets, as `GET /account` shows them. */
  async wallets(): Promise<readonly Wallet[]> {
    return object(await this.send('GET', '/account'))['wallets'] as readonly Wallet[];
  }

  /** The wallet at the trader's own address. */
  async wallet(): Promise<Wallet> {
    const found = (await this.wallets()).find(({ address }) => address === this.address);
    return found ?? { address: this.address, free: '0', held: '0', positions: [] };
  }

  sign(order: OrderRequest, domain = this.venue.domain): Promise<SignedPlacement> {
    return buildOrder({ ...order, domain, signer: this.signer, owner: this.credentials.apiKey });
  }

  /** L1 headers that have not been used yet. */
  async walletHeaders(nonce = 0): Promise<Headers> {
    const second = await this.#time.next('sign in', undefined);
    return walletHeaders(this.signer, this.venue, second, nonce, this.prefix);
  }

  /** The same account under another of its keys. */
  withKey(credentials: Credentials): Trader {
    return new Trader(this.http, this.venue, this.signer, credentials, this.#time);
  }

  /** Signs and places an order; `change` may modify it first. */
  async place(order: OrderRequest, change: (body: OrderPlacement) => unknown = (body) => body): Promise<Answer> {
    const { body } = await this.sign(order);
    return this.send('POST', '/order', change(body));
  }

  /** Places an order that must be accepted; returns its id. */
  async placed(order: OrderRequest): Promise<string> {
    return String(object(await this.place(order))['orderID']);
  }
}

function prefixOf(venue: Venue): string {
  return venue.authPrefixes[0] ?? 'SERVICE_';
}
