/**
 * Signed placements through the order desk, as programs send them: valid ones, and ones that must be refused. For a
 * valid one, the expected command in the log is derived here from the signed order.
 */
import {
  type Command,
  type Market,
  micros,
  type Outcome,
  orderId,
  type RejectCode,
  type Side,
} from '@bellwether/engine';
import { nativeSigner } from '@bellwether/gateway/adapters/signature-pool/testing/native-signer.ts';
import { type DigestSigner, type OrderMessage, type SigningDomain, signOrder, ZERO_BYTES32 } from '@bellwether/sdk';
import type { Failure } from '@bellwether/wire/failure.ts';
import { Violation } from '../../limits.ts';
import type { Acting, Action } from '../acting.ts';
import { immediateAmounts, priceNear, restingAmounts } from '../amounts.ts';
import { addressOf, ownAddress, UNIT } from '../setting.ts';

const SIGNERS = [1, 2].map((byte) => nativeSigner(new Uint8Array(32).fill(byte)));
/** Attempts at the desk are numbered apart from those at the gateways. */
const FIRST_ATTEMPT = 1_000_000_000;
/** A second number for refusals: the placement may arrive twice and be executed after all. */
const FIRST_REFUSAL = 2_000_000_000;
const WRONGS = ['signature', 'owner', 'signer', 'maker', 'amount'] as const;

async function placeAtDesk(acting: Acting): Promise<void> {
  const { dice, client, state, world } = acting;
  const who = dice.below(SIGNERS.length);
  const address = SIGNERS[who]?.address.toLowerCase() as never;
  const depositWallet = addressOf(`wallet of desk trader ${who}`);
  const account = state.accountsByAddress.get(address);
  if (account === undefined) {
    await acting.send({ kind: 'OpenAccount', address, depositWallet, startingBalance: micros(2_000 * UNIT) });
    return;
  }
  const market = acting.market();
  const isOwn = dice.chance(0.5);
  const funded = dice.chance(0.2) ? state.walletsByAddress.get(isOwn ? address : depositWallet) : undefined;
  if (funded !== undefined)
    await acting.send({ kind: 'SplitPosition', account, wallet: funded, market: market.id, amount: micros(20 * UNIT) });
  const wrong = dice.chance(0.4) ? dice.pick(WRONGS) : null;
  const terms = termsOf(acting, market);
  const { domain, negRiskDomain } = world.install.signing;
  const signed: OrderMessage = {
    salt: BigInt(1 + dice.below(2 ** 31)),
    maker: wrong === 'maker' ? ownAddress(0) : isOwn ? address : depositWallet,
    signer: wrong === 'signer' ? ownAddress(1) : address,
    tokenId: BigInt(market.tokenIds[terms.outcome]),
    makerAmount: BigInt(terms.makerAmount),
    takerAmount: BigInt(terms.takerAmount),
    side: terms.side,
    signatureType: isOwn && wrong !== 'maker' ? 0 : dice.pick([1, 2] as const),
    timestamp: BigInt(Math.floor(world.wallMs)),
    metadata: ZERO_BYTES32,
    builder: ZERO_BYTES32,
  };
  const signer = SIGNERS[wrong === 'signature' ? 1 - who : who] as DigestSigner;
  const signingDomain = (market.negRisk ? (negRiskDomain ?? domain) : domain) as SigningDomain;
  const { orderId: id, signature } = await signOrder(signed, signingDomain, signer);
  const apiKey = `desk-${who}`;
  const owner = wrong === 'owner' ? ownAddress(2) : dice.pick([apiKey, address]);
  const makerAmount = String(signed.makerAmount + (wrong === 'amount' ? 1n : 0n));
  const body = { ...bodyOf(signed, { makerAmount, signature }, terms), owner };
  const wallet = state.walletsByAddress.get(signed.maker as never);
  const isGood = wrong === null && wallet !== undefined;
  const refused = isGood
    ? announce(acting, { kind: 'PlaceOrder', orderId: orderId(id), account, wallet, apiKey, builder: '', ...terms })
    : null;
  const answer = await client.gateway.place(account, apiKey, body, client.index);
  world.count(wrong === null ? `placement at the desk: ${answer.kind}` : `desk refuses a wrong ${wrong}`);
  if (answer.kind === 'failure' && wrong === null) {
    checkRefusal(answer.failure, terms.expiration);
    refused?.(answer.failure);
  }
  if (answer.kind !== 'placed') return;
  if (wrong !== null) throw new Violation('desk', `an order with a wrong ${wrong} was placed: ${JSON.stringify(body)}`);
  if (answer.answer.orderID !== id) throw new Violation('desk', `order ${id} was placed as ${answer.answer.orderID}`);
}

/**
 * Announces a placement to the auditor: it may arrive twice and be refused the first time, and accepted the second. A
 * refusal by the exchange must be true of the signed order. Returns a function that reports the refusal. Null unless the
 * gateway's process is the latest; an older one may lack data.
 */
function announce({ index, client, world }: Acting, command: Command): ((failure: Failure) => void) | null {
  const called = { kind: 'called', client: client.index, command, atMs: world.wallMs } as const;
  world.take({ ...called, attempt: FIRST_ATTEMPT + index });
  const { node = -1 } = client.view ?? {};
  if (!world.hasLatest(node)) return null;
  const attempt = FIRST_REFUSAL + index;
  world.take({ ...called, attempt });
  return ({ code }) => {
    const rejectCode = OF_THE_EXCHANGE.find((one) => one === code);
    if (rejectCode === undefined || !world.hasLatest(node)) return;
    const answer = { kind: 'reject', code: rejectCode } as const;
    world.take({ kind: 'answered', attempt, answer, atMs: world.wallMs, node, knew: null });
  };
}

/** Refusals that only the exchange decides, by their names on the wire. */
const OF_THE_EXCHANGE = [
  'expiration_invalid',
  'fak_no_match',
  'insufficient_balance',
  'insufficient_position',
  'post_only_would_cross',
  'price_off_grid',
  'price_out_of_range',
  'size_below_minimum',
] as const satisfies readonly RejectCode[];

/** Refusals of placements that are not well-formed, signed and owned. */
const OF_THE_PLACEMENT: ReadonlySet<string> = new Set([
  'invalid_order_payload',
  'invalid_signature',
  'maker_not_allowed',
  'signature_type_mismatch',
  'unknown_token',
  'wrong_owner',
  'wrong_signer',
]);

/** Checks that a good order is refused only because of its market or for lack of funds, and with its signed values. */
function checkRefusal({ code, details }: Failure, expiration: number): void {
  const told: unknown = (details as Record<string, unknown> | undefined)?.['expiration'];
  if (OF_THE_PLACEMENT.has(code) || (told !== undefined && told !== expiration))
    throw new Violation('desk', `a good order was refused: ${code} ${JSON.stringify(details)}`);
}

type Terms = ReturnType<typeof termsOf>;

function termsOf({ dice, world }: Acting, market: Market) {
  const outcome = dice.pick<Outcome>([0, 1]);
  const side = dice.weighted<Side>([
    [3, 'BUY'],
    [2, 'SELL'],
  ]);
  const type = dice.pick(['GTC', 'GTC', 'GTD', 'FAK'] as const);
  const price = priceNear(dice, market, outcome);
  const amounts =
    type === 'FAK'
      ? immediateAmounts(dice, side, price, market.tick)
      : restingAmounts(dice, side, price, market.minimumSize);
  const expiration = type === 'GTD' ? Math.floor(world.wallMs / 1_000) + dice.pick([61, 70, 90]) : 0;
  const postOnly = type === 'GTC' && dice.chance(0.1);
  return { market: market.id, outcome, side, type, postOnly, ...amounts, expiration };
}

/** The body of a placement without its owner. */
function bodyOf(
  signed: OrderMessage,
  given: { readonly makerAmount: string; readonly signature: string },
  { expiration, type, postOnly }: Terms,
): object {
  const { salt, tokenId, takerAmount, timestamp } = signed;
  const texts = { tokenId: `${tokenId}`, takerAmount: `${takerAmount}`, timestamp: `${timestamp}` };
  return {
    order: { ...signed, salt: Number(salt), ...texts, expiration: `${expiration}`, ...given },
    orderType: type,
    ...(postOnly && { postOnly: true }),
  };
}

export const DESK: readonly Action[] = [{ kind: 'place at the desk', weight: 30, needs: 'desk', act: placeAtDesk }];
