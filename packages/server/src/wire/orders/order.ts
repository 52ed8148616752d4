/**
 * Answers to orders: acceptance, the first result of a repeated order, and the refusal of a wrong signature. Pure
 * functions.
 */
import {
  type DetailsOf,
  ERRORS,
  type ErrorCode,
  type ErrorEntry,
  type OrderAnswer,
  type TradeFacts,
} from '@bellwether/contract';
import {
  type Micros,
  ORDER_AMOUNT_MAX,
  type OrderResult,
  orderId,
  type PlaceOrder,
  type Reject,
  type TradeExecuted,
} from '@bellwether/engine';
import type { Accepted } from '../../ports/exchange.ts';
import type { OrderSignatureCheck, OtherTerms, SignedOrderFields, SigningDomain } from '../../ports/signatures.ts';
import { explained, type Failure } from '../failure.ts';
import { amountText } from '../forms/decimal.ts';
import type { OrderDraft, Placer } from './order-draft.ts';

/** Amounts as signed. */
export type SentAmounts = Pick<SignedOrderFields, 'makerAmount' | 'takerAmount'>;

/** Puts the sent amount into a refusal of an amount: the command contains only the clamped value. */
export function withAmountAsSent(reject: Reject, { makerAmount, takerAmount }: SentAmounts): Reject {
  if (reject.code !== 'amount_out_of_range' || reject.details['amount'] !== ORDER_AMOUNT_MAX + 1) return reject;
  const amount = makerAmount > ORDER_AMOUNT_MAX ? makerAmount : takerAmount;
  return { ...reject, details: { ...reject.details, amount: amount.toString() } };
}

/** Refusal of a signature that is not the account's: for every type its own key must have signed. */
export function refusedSignature(
  check: OrderSignatureCheck,
  { account }: Placer,
  { signed }: Pick<OrderDraft, 'signed'>,
  domain: SigningDomain,
  signedFor: OtherTerms | null,
): Failure {
  const { recovered, expectedDigest: digest } = check;
  const expected = account.address;
  // Contains only what the caller sent or GET /venue shows: anyone can compute the digest from that.
  return explained(
    'invalid_signature',
    {
      digest,
      primaryType: signed.signatureType === 3 ? 'TypedDataSign' : 'Order',
      domain: { ...domain },
      message: messageOf(signed),
      expected,
      recovered,
      signedFor: signedFor === null ? null : { domain: { ...signedFor.domain }, meaning: signedFor.meaning },
    },
    {
      recovered: recovered ?? 'none (the bytes are no signature of this order)',
      terms: `${domainText(domain)}${signedFor === null ? '' : `; it is a signature for ${domainText(signedFor.domain)}, ${signedFor.meaning}`}`,
    },
  );
}

const domainText = ({ name, version, chainId, verifyingContract }: SigningDomain): string =>
  `chain ${chainId} (${name} ${version} at ${verifyingContract})`;

function messageOf(signed: SignedOrderFields): DetailsOf<'invalid_signature'>['message'] {
  const { salt, tokenId, makerAmount, takerAmount, timestamp, ...same } = signed;
  return {
    ...same,
    salt: salt.toString(),
    tokenId: tokenId.toString(),
    makerAmount: makerAmount.toString(),
    takerAmount: takerAmount.toString(),
    timestamp: timestamp.toString(),
  };
}

/** Command of a draft with a valid signature, without its wallet. */
export function placeOrderTerms(draft: OrderDraft, placer: Placer, id: string): Omit<PlaceOrder, 'wallet'> {
  const { market, outcome, side, type, postOnly, makerAmount, takerAmount, expiration, builder } = draft;
  return {
    kind: 'PlaceOrder',
    orderId: orderId(id),
    account: placer.account.id,
    apiKey: placer.apiKey,
    market,
    outcome,
    side,
    type,
    postOnly,
    makerAmount,
    takerAmount,
    expiration,
    builder,
  };
}

/** Notice with an order from a lent wallet: a venue without lending would refuse it. */
export const lentNotice = (maker: string): string =>
  `the demo lends ${maker} to this account, which does not own it: a live venue refuses this maker, and so does this one with BELLWETHER_DEMO_LENDING=off`;

export function acceptedAnswer(id: string, { entry }: Accepted, notice: string | null): OrderAnswer {
  const trade = entry.events.find((event): event is TradeExecuted => event.kind === 'TradeExecuted');
  if (trade === undefined) return liveAnswer(id, notice);
  const isBuy = trade.side === 'BUY';
  const [making, taking] = isBuy ? [trade.collateral, trade.size] : [trade.size, trade.collateral];
  return matchedAnswer(id, making, taking, entry.sequence, { hash: `0x${entry.hash}`, fee: trade.fee }, notice);
}

/** First answer of an order that was accepted before; `trade` is null if nothing had matched. */
export function duplicateAnswer(
  id: string,
  { making, taking, sequence }: OrderResult,
  trade: TradeFacts | null,
  notice: string | null,
): OrderAnswer {
  return trade === null ? liveAnswer(id, notice) : matchedAnswer(id, making, taking, sequence, trade, notice);
}

export function delayedAnswer(id: string, notice: string | null): OrderAnswer {
  return { ...liveAnswer(id, notice), status: 'delayed' };
}

function liveAnswer(id: string, notice: string | null): OrderAnswer {
  const live = {
    success: true,
    errorMsg: '',
    orderID: id,
    status: 'live',
    makingAmount: '',
    takingAmount: '',
  } as const;
  return notice === null ? live : { ...live, notice };
}

function matchedAnswer(
  id: string,
  making: Micros,
  taking: Micros,
  sequence: number,
  { hash, fee }: TradeFacts,
  notice: string | null,
): OrderAnswer {
  return {
    success: true,
    errorMsg: '',
    orderID: id,
    status: 'matched',
    makingAmount: amountText(making),
    takingAmount: amountText(taking),
    fee: amountText(fee),
    tradeIDs: [String(sequence)],
    transactionsHashes: [hash],
    ...(notice !== null && { notice }),
  };
}

export function refusedAnswer({ text, code, details, fields }: Failure): OrderAnswer {
  const { itemText = text }: ErrorEntry = ERRORS[code as ErrorCode];
  const refused = {
    success: false,
    errorMsg: itemText,
    orderID: String(fields?.['orderID'] ?? ''),
    status: '',
    makingAmount: '',
    takingAmount: '',
    code,
  } as const;
  return details === undefined ? refused : { ...refused, details };
}
