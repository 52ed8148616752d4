/** The checks that an order passes, in their documented order, with the figures behind each. */
import { counted, type OrderExplanation } from '@bellwether/contract';
import { PRICE_ONE } from '@bellwether/engine';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';

export type ExplainedCheck = OrderExplanation['checks'][number];

export interface CheckedTerms {
  readonly side: 'BUY' | 'SELL';
  readonly type: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  /** Price in 1/10000; null if the amounts give none on the grid. */
  readonly priceTicks: number | null;
  readonly sizeMicros: number;
  /** Unix seconds; 0 unless GTD. */
  readonly expiration: number;
  /** Terms of the market when the order arrived; null if no longer known. */
  readonly market: { readonly tick: number; readonly minimumMicros: number } | null;
  /** Description of the held or paid amount; null for an order that was not accepted. */
  readonly funds: string | null;
}

/**
 * A check with the codes of its refusals. `words` is null if it does not apply to the order, or nothing is known about
 * it.
 */
type Rule = { readonly codes: readonly string[]; readonly words: (terms: CheckedTerms) => string | null };

const isImmediate = ({ type }: CheckedTerms): boolean => type === 'FOK' || type === 'FAK';

const RULES: readonly Rule[] = [
  {
    codes: ['wrong_owner', 'wrong_signer', 'signature_type_mismatch', 'unknown_token', 'condition_mismatch'],
    words: () => 'Owner and signer are the account, its signature type fits the maker, and a market has the token.',
  },
  {
    codes: ['invalid_signature'],
    words: () => 'The signature is the account’s: the order’s id is the digest that it signed.',
  },
  {
    codes: ['maker_not_allowed', 'too_many_wallets', 'unknown_key', 'key_ended', 'key_scope', 'order_of_other_signer'],
    words: () => 'The maker is a wallet of the account, or the account is a key of it.',
  },
  { codes: ['mode_disabled', 'mode_cancel_only', 'post_only_mode'], words: () => 'The venue’s mode let it through.' },
  {
    codes: ['market_closed', 'trading_ended', 'trading_not_open', 'result_proposed', 'market_not_ready'],
    words: () => 'The market took orders.',
  },
  { codes: ['amount_out_of_range'], words: () => 'Both amounts are in range.' },
  {
    codes: ['post_only_order_type', 'expiration_invalid'],
    words: ({ type, expiration }) =>
      type === 'GTD'
        ? `It expires at ${new Date(expiration * 1_000).toISOString()}, at least 60 s after it came.`
        : `${type} orders do not expire, and it names no expiration.`,
  },
  {
    codes: ['price_out_of_range'],
    words: ({ priceTicks, market }) =>
      priceTicks === null || market === null
        ? null
        : `The price ${priceText(priceTicks)} is within ${priceText(market.tick)} and ${priceText(PRICE_ONE - market.tick)}.`,
  },
  {
    codes: ['price_off_grid'],
    words: ({ priceTicks, market }) =>
      priceTicks === null || market === null
        ? null
        : `The price ${priceText(priceTicks)} is a multiple of the tick ${priceText(market.tick)}.`,
  },
  {
    codes: ['size_below_minimum'],
    words: (terms) =>
      isImmediate(terms) || terms.market === null
        ? null
        : `The size of ${counted(amountText(terms.sizeMicros), 'shares')} is no less than the minimum of ${amountText(terms.market.minimumMicros)}.`,
  },
  { codes: ['too_many_open_orders'], words: () => 'The account had room for another open order.' },
  { codes: ['post_only_would_cross'], words: () => null },
  { codes: ['insufficient_balance', 'insufficient_position', 'account_in_debt'], words: ({ funds }) => funds },
  { codes: ['too_many_matches'], words: () => null },
  {
    codes: ['fok_not_filled', 'fak_no_match'],
    words: (terms) =>
      isImmediate(terms)
        ? `Others offered enough within its limit for ${terms.type === 'FOK' ? 'all' : 'a part'} of it.`
        : null,
  },
];

export function passedChecks(terms: CheckedTerms): ExplainedCheck[] {
  return RULES.flatMap((rule) => passed(rule, terms));
}

/** The passed checks before the one that refused, and that one. */
export function refusedChecks(
  terms: CheckedTerms,
  refusal: { readonly code: string; readonly error: string },
): ExplainedCheck[] {
  const refusing = RULES.findIndex(({ codes }) => codes.includes(refusal.code));
  const before = refusing < 0 ? [] : RULES.slice(0, refusing).flatMap((rule) => passed(rule, terms));
  return [...before, { rule: refusal.code, passed: false, words: sentence(refusal.error) }];
}

/** Ends a text with a period: some refusals have one, others do not. */
export const sentence = (error: string): string => (error.endsWith('.') ? error : `${error}.`);

function passed({ codes: [rule = ''], words }: Rule, terms: CheckedTerms): ExplainedCheck[] {
  const text = words(terms);
  return text === null ? [] : [{ rule, passed: true, words: text }];
}
