/** Both live feeds. */
import { type Check, section } from '../check.ts';
import { MARKET_FEED_RULES } from './market-feed.ts';
import { USER_FEED_RULES } from './user-feed.ts';

export const FEED_CHECKS: readonly Check[] = section('Live feeds', [...MARKET_FEED_RULES, ...USER_FEED_RULES]);
