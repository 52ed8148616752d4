/**
 * Converts an engine's refusal to status, text, code and `details` of the wire, by its row in the contract's table of
 * errors. Nothing here reads state: a refusal carries the figures that decided it.
 */
import { ERRORS, type ErrorCode, type ErrorEntry, REFUSAL_DETAILS, type RefusalDetails } from '@bellwether/contract';
import type { Reject, RejectCode, Reservation } from '@bellwether/engine';
import { type Failure, failure, figureTexts } from '@bellwether/wire/failure.ts';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';

const ENTRIES = Object.entries(ERRORS) as [ErrorCode, ErrorEntry][];
/** Wire codes of rejects; one that is missing here has an error of its own name. */
const CODES: ReadonlyMap<string, ErrorCode> = new Map(
  ENTRIES.flatMap(([code, { rejects = [] }]) => rejects.map((name) => [name, code] as const)),
);

type Renamed<Entry> = Entry extends { readonly rejects: readonly (infer Name)[] } ? Name : never;
/** A reject without a row in the table of errors does not compile. */
type InTable = ErrorCode | Renamed<(typeof ERRORS)[ErrorCode]>;

/** Converts a refusal; `orderId` identifies the order of `POST /order`, where a market is given by its token. */
export function rejectFailure(reject: Reject, orderId: string | null = null): Failure {
  const code = reject.code === 'unknown_market' && orderId !== null ? 'unknown_token' : codeOf(reject.code);
  const details = detailsOf(reject, code);
  const refusal = failure(code, {
    ...textValues(reject, orderId ?? ''),
    ...(details !== null && figureTexts(details)),
  });
  const { retryAfterSeconds: ofCode }: ErrorEntry = ERRORS[code];
  const wait = reject.details['retryAfterSeconds'];
  const retryAfterSeconds = typeof wait === 'number' ? wait : (ofCode ?? null);
  return { ...refusal, ...(details !== null && { details }), retryAfterSeconds };
}

function codeOf(code: RejectCode & InTable): ErrorCode {
  return CODES.get(code) ?? (code as ErrorCode);
}

function textValues({ code, details }: Reject, orderId: string): Record<string, string | number> {
  const values: Record<string, string | number> = { wallets: 'those of GET /account', ...details, orderId };
  const { reason, needed, earliest, maximum, payout, rest, opens } = details;
  if (typeof reason === 'string') values['detail'] = reason;
  // In millionths: clients of the ecosystem parse this part of the text.
  if (needed !== undefined) values['amount'] = needed;
  if (code === 'expiration_invalid') values['allowed'] = earliest === undefined ? '0' : `${earliest} or later`;
  if (code === 'deposit_limit' || code === 'result_too_large') values['maximum'] = amountText(Number(maximum));
  if (typeof payout === 'number' && typeof rest === 'number') {
    const paid = `${details['first']} pays ${priceText(payout)}, ${details['second']} pays ${priceText(rest)}`;
    values['result'] = payout + rest === 0 ? 'its cost was refunded' : paid;
  }
  if (typeof opens === 'number') values['opensAt'] = new Date(opens * 1_000).toISOString();
  return values;
}

/**
 * The figures of a code; null if it has none or the refusal lacks one. It lacks some if the gateway has checked callers
 * and names against the same state: such a reject only covers changes in between.
 */
function detailsOf({ details, reservation }: Reject, code: ErrorCode): RefusalDetails | null {
  const schema = (REFUSAL_DETAILS as Readonly<Record<string, Figures | undefined>>)[code];
  if (schema === undefined) return null;
  const given = reservation === undefined ? details : { ...details, ...funds(reservation, Number(details['needed'])) };
  const figures: Record<string, unknown> = {};
  for (const [name, figure] of Object.entries(schema.properties)) {
    const value = name === 'rule' ? code : figureOf(figure, (given as Readonly<Record<string, unknown>>)[name]);
    if (value === undefined) return null;
    figures[name] = value;
  }
  return figures as unknown as RefusalDetails;
}

type Figure = { readonly type?: string; readonly pattern?: string; readonly anyOf?: readonly Figure[] };

type Figures = { readonly properties: Readonly<Record<string, Figure>> };

/** Amounts have a pattern; any other number that is text on the wire is a price. */
function figureOf({ type, pattern, anyOf }: Figure, value: unknown): unknown {
  if (anyOf?.[0] !== undefined) return value === undefined ? null : figureOf(anyOf[0], value);
  if (type === 'array' && typeof value === 'string') return value.split(', ');
  if (type !== 'string' || typeof value !== 'number') return value;
  return pattern === undefined ? priceText(value) : String(value);
}

function funds({ wallets, token, free, held, count, largest }: Reservation, needed: number): Record<string, unknown> {
  const listed = largest.reduce((sum, order) => sum + order.held, 0);
  return {
    ...token,
    wallets: [...wallets],
    owned: free + held,
    reserved: held,
    free,
    missing: needed - free,
    reservedBy: {
      count,
      orders: largest.map((order) => ({
        orderID: order.orderId,
        tokenId: order.tokenId,
        reserved: String(order.held),
      })),
      others: { count: count - largest.length, reserved: String(held - listed) },
    },
  };
}
