/**
 * Terms of recorded markets as this venue has them: fee rates, prices and token ids. In the ecosystem `takerBaseFee`
 * (`taker_base_fee`) is 1000 in every market with fees, whatever they are. The actual rate is in the fee schedule,
 * `{rate, exponent}`, or follows from the category. With exponent 1 the schedule's formula equals this venue's:
 * size × rate × p × (1 − p), from takers.
 */
import { hash } from 'node:crypto';
import { FEE_MARK, HALF_TICKS_PER_UNIT, MARKET_FEES, MARKET_FIELDS } from '@bellwether/contract';
import { type ConditionId, type TokenId, tokenId } from '@bellwether/engine';
import { type Fields, isRecord, parseScaled, plainDecimal } from './fields.ts';

/** Published rates by category, in 1/10000 (August 2026); every other category has `OTHER_RATE`. */
const CATEGORY_RATES: ReadonlyMap<string, number> = new Map([
  ['crypto', 700],
  ['sports', 500],
  ['finance', 400],
  ['politics', 400],
  ['tech', 400],
  ['mentions', 400],
  ['geopolitics', 0],
]);
const OTHER_RATE = 500;

export interface RecordedFees {
  readonly takerFeeRate: number;
  readonly makerFeeRate: number;
  /** Rates that differ from the record, each in words. */
  readonly notes: readonly string[];
}

/** Names of the two fields, and labels that may contain the category of a record without `feeType`. */
export interface FeeFields {
  readonly taker: string;
  readonly maker: string;
  readonly labels: readonly string[];
  /** True if a bare 1000 is the ecosystem's mark; from an operator it is a rate. */
  readonly isMarked: boolean;
}

/** Fees of a record in the ecosystem's format; any other record states its rates directly. */
export function recordedFees(fields: Fields, { taker, maker, labels, isMarked }: FeeFields): RecordedFees {
  const takerFeeRate = fields.as(MARKET_FEES.takerBaseFee, taker);
  const makerFeeRate = fields.as(MARKET_FEES.makerBaseFee, maker);
  const feeType = feeTypeOf(fields);
  const said = (rate: number, why: string): RecordedFees => {
    const notes = [
      ...(rate === takerFeeRate ? [] : [noteOf(taker, takerFeeRate, rate, why)]),
      ...(makerFeeRate === 0 ? [] : [noteOf(maker, makerFeeRate, 0, 'makers pay no fees in the ecosystem')]),
    ];
    return { takerFeeRate: rate, makerFeeRate: 0, notes };
  };
  const isOn = fields.get('feesEnabled') === undefined ? null : fields.flag('feesEnabled', false);
  if (isOn === false) return said(0, 'its fees are off');
  const schedule = scheduleRate(fields);
  if (schedule !== null) return said(schedule, 'by its fee schedule');
  if (isOn !== true && !(isMarked && takerFeeRate === FEE_MARK)) return { takerFeeRate, makerFeeRate, notes: [] };
  const category = categoryOf(feeType, labels);
  return said(
    CATEGORY_RATES.get(category) ?? OTHER_RATE,
    `the published rate of ${category === '' ? 'other' : category} markets`,
  );
}

/** Rate of a schedule that this venue can charge, in 1/10000; null without one. */
function scheduleRate(fields: Fields): number | null {
  if (!isRecord(fields.peek('feeSchedule'))) return null;
  const schedule = fields.record('feeSchedule');
  if (schedule.has('exponent') && !schedule.says('exponent', 1)) return null;
  const scaled = parseScaled(schedule.peek('rate'), 4);
  return scaled !== null && scaled <= 10_000 ? parseScaled(schedule.get('rate'), 4) : null;
}

/** Fee type of a record; '' without one. It is only looked at, because a market does not keep it. */
function feeTypeOf(fields: Fields): string {
  const given = fields.peek('feeType') ?? '';
  if (typeof given !== 'string') return fields.fail('feeType', 'must be a string');
  const { max } = MARKET_FIELDS.feeType;
  return given.length <= max ? given : fields.fail('feeType', `must have at most ${max} characters`);
}

/** Category: `crypto` of `crypto_fees`, or a label that is a category; '' for none. */
function categoryOf(feeType: string, labels: readonly string[]): string {
  const [, type = ''] = /^([a-z]+)/.exec(feeType.toLowerCase()) ?? [];
  if (type !== '') return type;
  return labels.map((label) => label.toLowerCase()).find((label) => CATEGORY_RATES.has(label)) ?? '';
}

function noteOf(field: string, recorded: number, rate: number, why: string): string {
  return `${field} ${recorded} taken as ${rate} (${percent(rate)}), ${why}`;
}

const percent = (rate: number): string => `${rate / 100} %`;

const PRICE = /^(0|1)(?:\.([0-9]{1,80}))?$/;
/** Rounding may leave the sum of both prices off by half a tick. */
const REST_MAX = 1;

/**
 * Recorded price of a closed market's first outcome in 1/20000, rounded to the nearest; null unless there are two prices
 * that add up to 1. Accepts decimals as numbers or text.
 */
export function recordedHalfTicks(prices: readonly unknown[]): number | null {
  const [first, second] = prices.map(halfTicksOf);
  if (first === undefined || second === undefined || first === null || second === null || prices.length !== 2)
    return null;
  return Math.abs(first + second - HALF_TICKS_PER_UNIT) <= REST_MAX ? first : null;
}

function halfTicksOf(value: unknown): number | null {
  const text = typeof value === 'number' ? plainDecimal(value) : typeof value === 'string' ? value : '';
  const match = PRICE.exec(text ?? '');
  if (match === null) return null;
  const [, whole = '0', fraction = ''] = match;
  const unit = 10n ** BigInt(fraction.length);
  const halfTicks = Number((2n * BigInt(whole + fraction) * BigInt(HALF_TICKS_PER_UNIT) + unit) / (2n * unit));
  return halfTicks <= HALF_TICKS_PER_UNIT ? halfTicks : null;
}

/**
 * Token ids for records that never got any: SHA-256 of `<condition id>:<outcome index>` as a decimal number, so that
 * importing a record again gives the same tokens.
 */
export function derivedTokenIds(conditionId: ConditionId): readonly [TokenId, TokenId] {
  const derive = (outcome: 0 | 1) =>
    tokenId(BigInt(`0x${hash('sha256', `${conditionId}:${outcome}`, 'hex')}`).toString());
  return [derive(0), derive(1)];
}
