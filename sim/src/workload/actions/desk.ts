/**
 * Signed placements through the order desk, as programs send them: valid ones, and ones that must be refused. For a
 * valid one, the expected command in the log is derived here from the signed order.
 */
import type { Command, MarketId, Outcome, RejectCode, Side, State, WalletId } from '@bellwether/engine';
import { micros, orderId } from '@bellwether/engine';
import { type OrderMessage, type SigningDomain, signOrder, ZERO_BYTES32 } from '@bellwether/sdk';
import { nativeSigner } from '@bellwether/server/adapters/signature-pool/testing/native-signer.ts';
import type { Failure } from '@bellwether/server/wire/failure.ts';
import { auditorOf } from '../../checks/audit.ts';
import { prepare } from '../../venue/signatures.ts';
import { Violation } from '../../world.ts';
import type { Act, Acting } from '../acting.ts';
import { immediateAmounts, priceNear, restingAmounts } from '../amounts.ts';
import { addressOf, ownAddress, UNIT } from '../setting.ts';

const SIGNERS = [1, 2].map((byte) => nativeSigner(new Uint8Array(32).fill(byte)));
/** Attempts at the desk are numbered apart from those at the gateways. */
const FIRST_ATTEMPT = 1_000_000_000;
/** A second number for refusals: the placement may arrive twice and be executed after all. */
const FIRST_REFUSAL = 2_000_000_000;

/** Ways in which a placement can be wrong. */
const WRONGS = ['signature', 'owner', 'signer', 'maker', 'amount'] as const;
type Wrong = (typeof WRONGS)[number];

export const placeAtDesk: Act = async (acting) => {
  const { dice, client, known, state, world } = acting;
  const who = dice.below(SIGNERS.length);
  const address = SIGNERS[who]?.address.toLowerCase() as never;
  const depositWallet = addressOf(`wallet of desk trader ${who}`);
  const account = state?.accountsByAddress.get(address);
  if (state === null || account === undefined) {
    await acting.send({ kind: 'OpenAccount', address, depositWallet, startingBalance: micros(2_000 * UNIT) });
    return;
  }
  const market = known.market(dice, state);
  if (market === null) return;
  const isOwn = dice.chance(0.5);
  if (dice.chance(0.2)) {
    const wallet = state.walletsByAddress.get(isOwn ? address : depositWallet);
    const amount = micros(20 * UNIT);
    if (wallet !== undefined) await acting.send({ kind: 'SplitPosition', account, wallet, market: market.id, amount });
  }
  const wrong = dice.chance(0.4) ? dice.pick(WRONGS) : null;
  const terms = termsOf(acting, state, market.id);
  const { domain, negRiskDomain } = (await prepare()).terms;
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
  const key = SIGNERS[wrong === 'signature' ? 1 - who : who];
  const { orderId: id, signature } = await signOrder(
    signed,
    (market.negRisk ? (negRiskDomain ?? domain) : domain) as SigningDomain,
    key as NonNullable<typeof key>,
  );
  const apiKey = `desk-${who}`;
  const body = bodyOf(
    signed,
    signature,
    terms,
    wrong === 'owner' ? ownAddress(2) : dice.pick([apiKey, address]),
    wrong,
  );
  const wallet = state.walletsByAddress.get(signed.maker as never);
  const commandOf = (of: WalletId): Command => ({
    kind: 'PlaceOrder',
    orderId: orderId(id),
    account,
    wallet: of,
    apiKey,
    builder: '',
    ...terms,
  });
  if (wrong === null && wallet !== undefined) {
    const command = commandOf(wallet);
    // The placement may arrive twice: refused the first time, it may be accepted the second.
    auditorOf(world).take({
      kind: 'called',
      attempt: FIRST_ATTEMPT + acting.index,
      client: client.index,
      command,
      atMs: world.wallMs,
    });
  }
  const refused = wrong === null && wallet !== undefined ? refusalOf(acting, commandOf(wallet)) : null;
  const answer = await client.gateway.place(account, apiKey, body, client.index);
  world.cover(wrong === null ? `desk ${answer.kind}` : `desk refuses a wrong ${wrong}`);
  if (answer.kind === 'failure' && wrong === null) {
    checkRefusal(answer.failure, terms.expiration);
    refused?.(answer.failure);
  }
  if (answer.kind !== 'placed') return;
  if (wrong !== null) throw new Violation('desk', `an order with a wrong ${wrong} was placed: ${JSON.stringify(body)}`);
  if (answer.answer.orderID !== id) throw new Violation('desk', `order ${id} was placed as ${answer.answer.orderID}`);
};

/**
 * Announces a placement to the auditor, because a refusal by the exchange must be true of the signed order. Returns a
 * function that reports the refusal. Null unless the gateway's process is the latest; an older one may lack data.
 */
function refusalOf({ index, client, world }: Acting, command: Command): ((failure: Failure) => void) | null {
  const { node } = client.view ?? {};
  const isLatest = (): boolean => node !== undefined && world.hasLatest(node);
  if (node === undefined || !isLatest()) return null;
  const attempt = FIRST_REFUSAL + index;
  const auditor = auditorOf(world);
  auditor.take({ kind: 'called', attempt, client: client.index, command, atMs: world.wallMs });
  return ({ code }) => {
    const rejectCode = OF_THE_EXCHANGE.find((one) => one === code);
    if (rejectCode === undefined || !isLatest()) return;
    const answer = { kind: 'reject', code: rejectCode } as const;
    auditor.take({ kind: 'answered', attempt, answer, atMs: world.wallMs, node, knew: null });
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

/**
 * Checks that a well-formed, signed and owned order is refused only because of its market or for lack of funds, and
 * with its signed values.
 */
function checkRefusal({ code, details }: Failure, expiration: number): void {
  const told: unknown = (details as Record<string, unknown> | undefined)?.['expiration'];
  if (OF_THE_PLACEMENT.has(code) || (told !== undefined && told !== expiration))
    throw new Violation('desk', `a good order was refused: ${code} ${JSON.stringify(details)}`);
}

const OF_THE_PLACEMENT: ReadonlySet<string> = new Set([
  'invalid_order_payload',
  'invalid_signature',
  'maker_not_allowed',
  'signature_type_mismatch',
  'unknown_token',
  'wrong_owner',
  'wrong_signer',
]);

interface Terms {
  readonly market: MarketId;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly type: 'GTC' | 'GTD' | 'FAK';
  readonly postOnly: boolean;
  readonly makerAmount: ReturnType<typeof micros>;
  readonly takerAmount: ReturnType<typeof micros>;
  readonly expiration: number;
}

function termsOf({ dice, world }: Acting, state: Readonly<State>, id: MarketId): Terms {
  const market = state.markets[id] as NonNullable<(typeof state.markets)[number]>;
  const outcome = dice.pick([0, 1] as const);
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
  return { market: id, outcome, side, type, postOnly: type === 'GTC' && dice.chance(0.1), ...amounts, expiration };
}

function bodyOf(signed: OrderMessage, signature: string, terms: Terms, owner: string, wrong: Wrong | null): unknown {
  const makerAmount = signed.makerAmount + (wrong === 'amount' ? 1n : 0n);
  return {
    order: {
      ...signed,
      salt: Number(signed.salt),
      tokenId: String(signed.tokenId),
      makerAmount: String(makerAmount),
      takerAmount: String(signed.takerAmount),
      timestamp: String(signed.timestamp),
      expiration: String(terms.expiration),
      signature,
    },
    owner,
    orderType: terms.type,
    ...(terms.postOnly && { postOnly: true }),
  };
}
