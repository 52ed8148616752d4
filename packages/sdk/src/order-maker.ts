/**
 * Turns a caller's input into a signed order with the venue's help: reads terms (and the book, for orders that trade at
 * once), checks, and signs. Sends nothing that changes anything.
 */
import { type Book, looksLikePosition, type Venue } from '@bellwether/contract';
import { formatAmount, parseAmount } from './amounts.ts';
import { InvalidInputError, isApiError } from './errors.ts';
import { walkBook } from './market-price.ts';
import { buildOrder, type LimitOrder, type MarketOrder, type OrderRequest } from './order.ts';
import type { CallOptions, Request } from './request.ts';
import { unlessAborted } from './retry.ts';
import type { Session } from './session.ts';
import type { SignedPlacement } from './signed-placement.ts';
import { checkExpiration, checkLimitOrder, checkPrice, type Terms, termsOf } from './terms.ts';
import type { SigningDomain } from './typed-data.ts';

interface WithTerms {
  /** Terms of the token's market, if the caller knows them; default: the venue is asked, at most once a minute. */
  readonly terms?: Terms;
}

/** An order that may rest. */
export type LimitInput = LimitOrder & WithTerms;

/**
 * An order that trades at once. `amount` is the collateral to spend (BUY) or the shares to sell (SELL). Alternatively
 * `shares` is an amount of shares for both sides: a BUY then spends their current cost on the book, rounded up to the
 * cent.
 */
export type MarketInput = Omit<MarketOrder, 'price' | 'tick' | 'amount'> &
  WithTerms & {
    /** Worst acceptable price; default: the worst price that the order needs on the current book. */
    readonly price?: string;
    readonly tick?: MarketOrder['tick'];
  } & (
    | { readonly amount: string; readonly shares?: undefined }
    | { readonly shares: string; readonly amount?: undefined }
  );

export type OrderInput = LimitInput | MarketInput;

const SHARED = { tokenId: 1, side: 1, price: 1, type: 1, conditionId: 1, builder: 1, metadata: 1, terms: 1 } as const;
const LIMIT_FIELDS: Readonly<Record<keyof LimitInput, 1>> = { ...SHARED, size: 1, expiration: 1, postOnly: 1 };
const MARKET_FIELDS: Readonly<Record<keyof MarketInput, 1>> = { ...SHARED, amount: 1, shares: 1, tick: 1 };

const TOKEN_ID = /^[0-9]{1,78}$/;

const TERMS_AGE_MS_MAX = 60_000;
const TERMS_KEPT_MAX = 10_000;
/** A cent, in millionths: the step of the amount that a market order spends. */
const CENT = 10_000n;

type Prepared = { readonly order: OrderRequest; readonly terms: Terms | null };

export interface OrderMaker {
  sign(inputs: readonly OrderInput[], call: CallOptions): Promise<SignedPlacement[]>;
  /** Forgets the terms of a token after the venue contradicted them. */
  forget(tokenId: string): void;
}

export function createOrderMaker(session: Session, request: Request): OrderMaker {
  const known = new Map<string, { readonly terms: Terms; readonly at: number }>();
  const keep = (book: Book): Terms => {
    const terms = termsOf(book);
    if (known.size >= TERMS_KEPT_MAX) known.clear();
    known.set(book.asset_id, { terms, at: session.clock() });
    return terms;
  };
  const lookUp = (tokenId: string): Terms | null => {
    const entry = known.get(tokenId);
    return entry !== undefined && session.clock() - entry.at < TERMS_AGE_MS_MAX ? entry.terms : null;
  };
  /** Requests for terms under way, by token. */
  const loading = new Map<string, Promise<void>>();
  /** Reads missing terms in one request. Tokens without a book stay unknown; the venue will refuse their orders. */
  const learn = async (inputs: readonly OrderInput[], { signal }: CallOptions): Promise<void> => {
    const missing = inputs.filter(({ tokenId, terms }) => terms === undefined && lookUp(tokenId) === null);
    const wanted = [...new Set(missing.map(({ tokenId }) => tokenId))];
    const tokenIds = wanted.filter((tokenId) => !loading.has(tokenId));
    if (tokenIds.length > 0) {
      const load = loadTerms(tokenIds).finally(() => tokenIds.forEach((tokenId) => loading.delete(tokenId)));
      for (const tokenId of tokenIds) loading.set(tokenId, load);
    }
    await unlessAborted(Promise.all(wanted.map((tokenId) => loading.get(tokenId))), signal);
  };
  const loadTerms = async (tokenIds: readonly string[]): Promise<void> => {
    const books = await request('books', { body: tokenIds.map((token_id) => ({ token_id })) });
    for (const book of books) keep(book);
  };

  const signOne = async (
    input: OrderInput,
    venue: Venue,
    owner: string,
    call: CallOptions,
  ): Promise<SignedPlacement> => {
    const { wallet, address: _address, ...signing } = session.account();
    const { order, terms } = isMarketInput(input) ? await readMarket(input, call) : checkedLimit(input);
    return buildOrder({
      ...order,
      domain: domainOf(venue, order.tokenId, terms),
      ...signing,
      owner,
      ...(wallet === undefined ? {} : { wallet }),
      nowMs: session.clock(),
      salt: session.random.salt(),
    });
  };
  const checkedLimit = (input: LimitInput): Prepared => {
    const terms = input.terms ?? lookUp(input.tokenId);
    if (terms === null) checkExpiration(input, session.clock());
    else checkLimitOrder(input, terms, session.clock());
    return { order: input, terms };
  };
  const readMarket = async (input: MarketInput, call: CallOptions): Promise<Prepared> => {
    if (isPriced(input)) {
      const { tick, price, amount } = input;
      checkPrice(price, tick);
      return { order: { ...input, price, tick, amount }, terms: input.terms ?? lookUp(input.tokenId) };
    }
    const book = await readBook(input.tokenId, call);
    const terms = keep(book);
    const isSpent = input.side === 'BUY' && input.amount !== undefined;
    const quantity = { unit: isSpent ? 'collateral' : 'shares', amount: input.amount ?? input.shares } as const;
    const walk = walkBook(book, input.side, quantity);
    if (input.type === 'FOK' && input.price === undefined && !walk.isEnough)
      throw new InvalidInputError(
        `the book has less than ${quantity.amount} of token ${input.tokenId}: FOK cannot be filled`,
      );
    const price = input.price ?? walk.price;
    checkPrice(price, terms.tick);
    const amount = input.side === 'BUY' && !isSpent ? upToCent(walk.collateral) : quantity.amount;
    return { order: { ...input, price, tick: terms.tick, amount }, terms };
  };
  const readBook = async (tokenId: string, call: CallOptions): Promise<Book> => {
    try {
      return await request('book', { ...call, query: { token_id: tokenId } });
    } catch (error) {
      if (isApiError(error, 'no_orderbook')) throw new InvalidInputError(`token ${tokenId} has no order book`);
      throw error;
    }
  };

  return {
    sign: async (inputs, call) => {
      session.account();
      for (const input of inputs) checkInput(input);
      const venue = await session.venue(call.signal);
      const { apiKey } = await session.credentials(call.signal);
      // Orders that trade at once bring or read their own terms, but their signing domain may be missing.
      const hasDomains = venue.negRiskDomain !== undefined || venue.v2Domain !== undefined;
      await learn(
        inputs.filter((input) => (isMarketInput(input) ? hasDomains && isPriced(input) : true)),
        call,
      );
      const signed: SignedPlacement[] = [];
      // One after the other: a wallet that asks its owner should not open fifteen windows.
      for (const input of inputs) signed.push(await signOne(input, venue, apiKey, call));
      return signed;
    },
    forget: (tokenId) => void known.delete(tokenId),
  };
}

/**
 * The domain that the venue wants orders of a market with these terms to be signed under. Without terms, as for a market
 * whose book is gone, the token id tells the version.
 */
function domainOf({ domain, negRiskDomain, v2Domain }: Venue, tokenId: string, terms: Terms | null): SigningDomain {
  const isV2 = terms === null ? isPosition(tokenId) : terms.version === 'v2';
  return (isV2 ? v2Domain : terms?.negRisk === true ? negRiskDomain : undefined) ?? domain;
}

/** True for the id of a position of version v2. */
const isPosition = (tokenId: string): boolean => TOKEN_ID.test(tokenId) && looksLikePosition(tokenId);

/** Throws `InvalidInputError` for what would be ignored, or refused by the name of a field of the venue's own. */
function checkInput(input: OrderInput): void {
  const fields = isMarketInput(input) ? MARKET_FIELDS : LIMIT_FIELDS;
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && !Object.hasOwn(fields, name))
      throw new InvalidInputError(`an order of type ${input.type ?? 'GTC'} has no field "${name}"`);
  if (!TOKEN_ID.test(input.tokenId))
    throw new InvalidInputError(`tokenId must be a whole number of at most 78 decimal digits: ${input.tokenId}`);
  if (isMarketInput(input)) checkQuantity(input);
}

/** Throws `InvalidInputError`, which names the field that the caller gave, unless the order has a quantity. */
function checkQuantity({ type, amount, shares }: MarketInput): void {
  if (amount !== undefined) parseAmount(amount);
  else if (shares !== undefined) parseAmount(shares, 'shares');
  else throw new InvalidInputError(`an order of type ${type} needs amount or shares`);
}

function isMarketInput(input: OrderInput): input is MarketInput {
  return input.type === 'FOK' || input.type === 'FAK';
}

/** True if the input holds everything that signing needs. */
function isPriced(input: OrderInput): input is MarketOrder & WithTerms {
  return isMarketInput(input) && input.price !== undefined && input.tick !== undefined && input.amount !== undefined;
}

function upToCent(amount: string): string {
  return formatAmount(((parseAmount(amount) + CENT - 1n) / CENT) * CENT);
}
