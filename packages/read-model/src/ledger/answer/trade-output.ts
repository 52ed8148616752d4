/** `GET /trades` between wire format and store: the requested threshold, and a fill as a row of the answer. */

import type { TradeFill, TradesQuery } from '@bellwether/contract';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { FillThreshold, ShownFill } from '../query/ledger.ts';
import type { MarketText, WalletOwner } from '../query/ledger-context.ts';
import { sideOf } from '../tables.ts';

/** Above every amount the venue can hold. */
const MICROS_UNREACHABLE = Number.MAX_SAFE_INTEGER;

export function tradeFill(fill: ShownFill, market: MarketText, owner: WalletOwner): TradeFill {
  return {
    proxyWallet: owner.address,
    side: sideOf(fill.kind),
    asset: `${market.condition_id}:${fill.outcome}`,
    conditionId: market.condition_id,
    size: unitsNumber(fill.size_micros),
    price: unitsNumber(fill.price_micros),
    timestamp: fill.time_s,
    usdcSize: unitsNumber(fill.collateral_micros),
    title: market.question,
    slug: market.slug,
    icon: market.icon,
    eventSlug: market.event_slug ?? '',
    outcome: fill.outcome === 0 ? market.outcome_0 : market.outcome_1,
    outcomeIndex: fill.outcome,
    name: shownName(owner),
    pseudonym: owner.pseudonym,
    bio: owner.bio,
    profileImage: owner.profile_image,
    profileImageOptimized: owner.profile_image,
    transactionHash: `0x${fill.hash}`,
    id: String(fill.id),
  };
}

/** Threshold requested by `filterType` and `filterAmount`; null if absent. */
export function thresholdOf({ filterType, filterAmount }: TradesQuery): FillThreshold | null {
  if (filterType === undefined || filterAmount === undefined) return null;
  const column = filterType === 'CASH' ? 'collateral_micros' : 'size_micros';
  return { column, minimumMicros: microsRoundedUp(filterAmount) };
}

/** Smallest whole number of micros not below `amount`, exact in every decimal digit. */
export function microsRoundedUp(amount: number): number {
  return microsOf(amount, 'up');
}

/** Largest whole number of micros not above `amount`, likewise. */
export function microsRoundedDown(amount: number): number {
  return microsOf(amount, 'down');
}

function microsOf(amount: number, rounding: 'up' | 'down'): number {
  if (amount >= unitsNumber(MICROS_UNREACHABLE)) return MICROS_UNREACHABLE;
  // The shortest decimal of a double is what was written; arithmetic on the double itself would not be exact.
  const [mantissa = '0', exponent = '0'] = String(amount).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = 6 + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (shift >= 0) return Number(digits * 10n ** BigInt(shift));
  const divisor = 10n ** BigInt(-shift);
  return Number((rounding === 'up' ? digits + divisor - 1n : digits) / divisor);
}
