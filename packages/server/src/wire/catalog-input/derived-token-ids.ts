/**
 * Token ids for recorded markets that never got any: a function of the condition id, so that importing the same record
 * again gives the same tokens.
 */
import { hash } from 'node:crypto';
import { type ConditionId, type TokenId, tokenId } from '@bellwether/engine';

/** SHA-256 of `<condition id>:<outcome index>` as a decimal number. */
export function derivedTokenIds(conditionId: ConditionId): readonly [TokenId, TokenId] {
  const derive = (outcome: 0 | 1) =>
    tokenId(BigInt(`0x${hash('sha256', `${conditionId}:${outcome}`, 'hex')}`).toString());
  return [derive(0), derive(1)];
}
