/**
 * Wire to definition for records of the CLOB's market listing: a market in trading terms, with tag labels but without
 * catalog id and event.
 */
import { LABEL_LENGTH_MAX, MARKET_FIELDS } from '@bellwether/contract';
import type { MarketDefinition } from '@bellwether/engine';
import { CatalogInputError, type Fields, tokenPair } from './fields.ts';
import type { RecordContext } from './import-notes.ts';
import { refuseOtherVersion } from './market-ids.ts';
import { DEFAULT_OUTCOMES, outcomePair, rewardsRates } from './parts.ts';
import { derivedTokenIds, recordedFees, recordedHalfTicks } from './recorded-terms.ts';

/** A market of the listing; the context's `now` replaces missing dates of creation and change. */
export function listedMarket(fields: Fields, { now, notes, hasVersions }: RecordContext): MarketDefinition {
  const conditionId = fields.required('condition_id', fields.as(MARKET_FIELDS.conditionId, 'condition_id'));
  const slug = fields.required('market_slug', fields.as(MARKET_FIELDS.slug, 'market_slug'));
  const closed = fields.flag('closed', false);
  const acceptingOrders = fields.flag('accepting_orders', false) && !closed;
  const tokens = listedTokens(fields, acceptingOrders, closed);
  const rewards = fields.record('rewards');
  const acceptingOrderTimestamp = fields.date('accepting_order_timestamp');
  const endDate = fields.date('end_date_iso');
  const labels = listedLabels(fields);
  const { notes: fees, ...rates } = recordedFees(fields, {
    taker: 'taker_base_fee',
    maker: 'maker_base_fee',
    labels,
    isMarked: true,
  });
  const payouts = closed ? listedPayouts(fields, tokens.winners) : null;
  const isLost = closed && payouts === null;
  const price = isLost ? recordedHalfTicks(tokens.prices()) : null;
  notes.market(endDate, fees, tokens.ids === null, `market ${conditionId}`, fields.path);
  if (tokens.ids !== null) {
    if (!hasVersions) refuseOtherVersion(fields, conditionId, tokens.ids);
    notes.positions(conditionId, tokens.ids, fields.path);
  }
  return {
    id: null,
    question: fields.read(MARKET_FIELDS, 'question'),
    description: fields.read(MARKET_FIELDS, 'description'),
    resolutionSource: '',
    image: fields.read(MARKET_FIELDS, 'image'),
    icon: fields.read(MARKET_FIELDS, 'icon'),
    startDate: acceptingOrderTimestamp,
    endDate,
    gameStartTime: fields.date('game_start_time'),
    groupItemTitle: '',
    tick: fields.as(MARKET_FIELDS.orderPriceMinTickSize, 'minimum_tick_size'),
    minimumSize: fields.as(MARKET_FIELDS.orderMinSize, 'minimum_order_size'),
    ...rates,
    closeTimeMs: fields.as(MARKET_FIELDS.closeTime, 'close_time'),
    active: notes.active(fields.flag('active', true), acceptingOrders, `market ${conditionId}`, fields.path),
    closed,
    archived: fields.flag('archived', false),
    acceptingOrders,
    conditionId,
    questionId: fields.as(MARKET_FIELDS.questionID, 'question_id'),
    slug,
    outcomes: tokens.outcomes,
    tokenIds: tokens.ids ?? derivedTokenIds(conditionId),
    createdAt: now,
    updatedAt: now,
    negRisk: fields.flag('neg_risk', false),
    negRiskMarketId: fields.as(MARKET_FIELDS.negRiskMarketID, 'neg_risk_market_id'),
    negRiskRequestId: fields.as(MARKET_FIELDS.negRiskRequestID, 'neg_risk_request_id'),
    fpmm: fields.as(MARKET_FIELDS.marketMakerAddress, 'fpmm'),
    notificationsEnabled: fields.flag('notifications_enabled', false),
    enableOrderBook: fields.flag('enable_order_book', false),
    acceptingOrderTimestamp,
    secondsDelay: fields.as(MARKET_FIELDS.secondsDelay, 'seconds_delay'),
    rewardsMinSize: rewards.as(MARKET_FIELDS.rewardsMinSize, 'min_size'),
    rewardsMaxSpread: rewards.as(MARKET_FIELDS.rewardsMaxSpread, 'max_spread'),
    ...rewardsRates(rewards, 'rates', { asset: 'asset_address', daily: 'rewards_daily_rate' }),
    is5050Outcome: fields.flag('is_50_50_outcome', false),
    tagLabels: labels,
    payouts,
    ...(price !== null && { recordedPriceHalfTicks: price }),
  };
}

/** True for an open market of a one-winner event without token ids yet. */
export function isListedPlaceholder(fields: Fields): boolean {
  if (!fields.flag('neg_risk', false) || fields.flag('closed', false)) return false;
  return fields.records('tokens').every((token) => token.text('token_id', 78) === '');
}

interface ListedTokens {
  /** Null if the record leaves both ids empty, as some markets without trades do. */
  readonly ids: MarketDefinition['tokenIds'] | null;
  readonly outcomes: readonly [string, string];
  readonly winners: readonly boolean[];
  /** Prices as recorded; undefined if the record marks its price as unknown. */
  prices(): readonly unknown[];
}

function listedTokens(fields: Fields, acceptingOrders: boolean, closed: boolean): ListedTokens {
  const tokens = fields.records('tokens');
  // The winner of an open market is not taken, nor one beside a half each.
  const hasWinner = closed && !fields.flag('is_50_50_outcome', false);
  const ids = tokens.map((token) => token.text('token_id', 78));
  const labels = tokens.map((token) => token.text('outcome', LABEL_LENGTH_MAX));
  const path = fields.at('tokens');
  const nameless = ids.every((id) => id === '');
  if (nameless && acceptingOrders)
    throw new CatalogInputError(path, 'token ids are required while orders are accepted');
  return {
    ids: nameless ? null : tokenPair(ids, path),
    outcomes: labels.every((label) => label === '') ? DEFAULT_OUTCOMES : outcomePair(labels, path),
    winners: tokens.map((token) => (hasWinner || token.says('winner', false)) && token.flag('winner', false)),
    prices: () => tokens.map((token) => (token.says('price_known', false) ? undefined : token.get('price'))),
  };
}

/** Payouts of a closed market: half each, everything to its winner, or null if the record names none. */
function listedPayouts(fields: Fields, winners: readonly boolean[]): readonly [number, number] | null {
  const [first = false, second = false] = winners;
  if (fields.flag('is_50_50_outcome', false)) return [5_000, 5_000];
  if (first && second) fields.fail('tokens', 'only one outcome can be the winner');
  if (first) return [10_000, 0];
  return second ? [0, 10_000] : null;
}

function listedLabels(fields: Fields): string[] {
  const labels = fields.strings('tags') ?? [];
  labels.forEach((label, index) => {
    if (label === '' || label.length > LABEL_LENGTH_MAX) {
      fields.fail(`tags[${index}]`, `must have 1 to ${LABEL_LENGTH_MAX} characters`);
    }
  });
  return [...new Set(labels)];
}
