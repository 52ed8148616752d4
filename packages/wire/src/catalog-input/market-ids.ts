/**
 * Condition and token ids of an event's new markets: as given, or new ones of the event's version. Markets of version
 * v2 have structured ids; ids of v1 are any others that public clients do not take for positions of v2.
 */
import {
  looksLikePosition,
  MARKET_FIELDS,
  MARKET_VERSIONS,
  type MarketVersion,
  marketVersion,
  newConditionIds,
  positionEventId,
  positionIdsOf,
} from '@bellwether/contract';
import { type ConditionId, conditionId, type TokenId, tokenId } from '@bellwether/engine';
import { type Fields, tokenPair } from './fields.ts';
import type { CatalogNames } from './names.ts';
import { derivedTokenIds } from './recorded-terms.ts';

type TokenPair = readonly [TokenId, TokenId];

export type MarketIds = { readonly conditionId: ConditionId; readonly tokenIds: TokenPair };

/** The version that `fields` name; null if they do not. */
export function versionIn(fields: Fields): MarketVersion | null {
  const text = fields.text('version', 10);
  if (text === '') return null;
  return MARKET_VERSIONS.find((version) => version === text) ?? fields.fail('version', 'must be v1 or v2');
}

function positionPair(id: ConditionId): TokenPair {
  const [first, second] = positionIdsOf(id);
  return [tokenId(first), tokenId(second)];
}

/** Ids of the event's markets, in their order. */
export function marketIdsOf(event: Fields, markets: readonly Fields[], negRisk: boolean, names: CatalogNames) {
  const version = versionIn(event);
  for (const market of markets) {
    const own = versionIn(market);
    if (own !== null && own !== (version ?? 'v1'))
      market.fail('version', `must equal its event's (${version ?? 'v1'})`);
  }
  if (version !== 'v2') return markets.map((market) => plainIds(market, version, names));
  if (markets.length === 0) event.fail('markets', 'is required for version v2: it is the version of markets');
  if (negRisk && markets.length < 2)
    event.fail('markets', 'must be at least two in a negative-risk event of version v2');
  if (markets.some((market) => market.has('conditionId'))) return givenIds(markets, negRisk);
  const fresh = newConditionIds(markets.length, negRisk, () => names.hash());
  return markets.map((market, index) => structuredIds(market, conditionId(fresh[index] ?? '')));
}

/** Ids of a market that is not said to be of version v2. A record of such a market without its version is one, too. */
function plainIds(market: Fields, version: MarketVersion | null, names: CatalogNames): MarketIds {
  const given = market.read(MARKET_FIELDS, 'conditionId') ?? names.conditionId();
  const tokens = market.strings('clobTokenIds');
  if (tokens === null) return { conditionId: given, tokenIds: names.tokenIds() };
  const tokenIds = tokenPair(tokens, market.at('clobTokenIds'));
  if (version === null && isStructured(given, tokenIds)) return { conditionId: given, tokenIds };
  const taken = tokenIds.find(looksLikePosition);
  if (taken !== undefined) {
    const why = 'its bits 40 to 103 are zero, so current clients take it for a position of a market of version v2';
    market.fail('clobTokenIds', `must not name ${taken}: ${why}`);
  }
  return { conditionId: given, tokenIds };
}

/** Refuses a market of version v2 where the venue's profile has no versions. */
export function refuseOtherVersion(record: Fields, id: ConditionId, [token]: TokenPair): void {
  if (marketVersion(id, token) !== 'v2') return;
  const field = record.has('condition_id') ? 'condition_id' : 'conditionId';
  record.fail(field, 'must be that of a market of version v1: the venue’s profile has no other');
}

/** True if the token ids are the position ids of the condition id. */
export function isStructured(id: ConditionId, tokenIds: TokenPair): boolean {
  return tokenIds.every((token, outcome) => marketVersion(id, token) === 'v2' && token === positionIdsOf(id)[outcome]);
}

/** Ids of markets that bring structured condition ids, as copies of another venue's do. */
function givenIds(markets: readonly Fields[], negRisk: boolean): MarketIds[] {
  const module = negRisk ? '0x02' : '0x01';
  const ids = markets.map((market) => {
    const id = market.required('conditionId', market.read(MARKET_FIELDS, 'conditionId'));
    const isOfModule = id.startsWith(module) && isStructured(id, positionPair(id));
    if (!isOfModule) market.fail('conditionId', `must be a structured id of version v2 that begins with ${module}`);
    return structuredIds(market, id);
  });
  const [first] = ids;
  for (const [index, id] of ids.entries()) {
    const isShared = first !== undefined && positionEventId(id.conditionId) === positionEventId(first.conditionId);
    if (negRisk && !isShared)
      markets[index]?.fail('conditionId', "must begin with its event's 29 bytes, as the others");
  }
  return ids;
}

/** Token ids of a record; null if it has none. A record of version v2 has the position ids of its condition id. */
export function recordedTokenIds(record: Fields, id: ConditionId, tokens: readonly string[] | null): TokenPair {
  if (versionIn(record) !== 'v2')
    return tokens === null ? derivedTokenIds(id) : tokenPair(tokens, record.at('clobTokenIds'));
  if (!isStructured(id, positionPair(id))) record.fail('conditionId', 'must be a structured id in version v2');
  return structuredIds(record, id, tokens).tokenIds;
}

function structuredIds(market: Fields, id: ConditionId, tokens = market.strings('clobTokenIds')): MarketIds {
  const tokenIds = positionPair(id);
  const isSame = tokens === null || (tokens.length === 2 && tokens.every((token, at) => token === tokenIds[at]));
  if (!isSame) market.fail('clobTokenIds', 'must be the position ids of conditionId in a market of version v2');
  return { conditionId: id, tokenIds };
}
