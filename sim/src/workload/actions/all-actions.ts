/** Implementations of all kinds of actions. */
import type { Act } from '../acting.ts';
import type { ActionKind } from '../action-table.ts';
import { disconnect, followBooks, readSlowly } from './books.ts';
import { comment, moderate, profile, react } from './community.ts';
import { placeAtDesk } from './desk.ts';
import { malformed, sameKeyAtOnce, sameKeyLater, sameKeyOtherBody } from './hostile.ts';
import { beat, issueKey } from './keys.ts';
import {
  addMarket,
  changeTerms,
  closingTime,
  deposit,
  resolveBusiest,
  resolveEvent,
  resolveMarket,
  resolveOneByOne,
  setMode,
  withdraw,
} from './operator.ts';
import {
  cancel,
  cancelMatching,
  place,
  placeAgain,
  placeAtLentWallet,
  placeAtTheClose,
  placeSeveral,
  queueAtAPrice,
} from './orders.ts';
import { convert, merge, relay, split } from './positions.ts';
import { read, readRows } from './reads.ts';

/** Actions of the operator's client, whichever client the plan names. */
export const OF_THE_OPERATOR: ReadonlySet<ActionKind> = new Set<ActionKind>([
  'deposit',
  'withdraw',
  'set mode',
  'change terms',
  'closing time',
  'add market',
  'moderate',
  'resolve market',
  'resolve one by one',
  'resolve busiest',
  'resolve event',
]);

export const ACTS: Readonly<Record<ActionKind, Act>> = {
  place,
  'place several': placeSeveral,
  'place at a lent wallet': placeAtLentWallet,
  'place again': placeAgain,
  'place at the desk': placeAtDesk,
  'queue at a price': queueAtAPrice,
  'place at the close': placeAtTheClose,
  cancel,
  'cancel matching': cancelMatching,
  split,
  merge,
  convert,
  relay,
  'issue key': issueKey,
  beat,
  comment,
  react,
  profile,
  'same key at once': sameKeyAtOnce,
  'same key, other body': sameKeyOtherBody,
  'same key later': sameKeyLater,
  malformed,
  deposit,
  withdraw,
  'set mode': setMode,
  'change terms': changeTerms,
  'closing time': closingTime,
  'add market': addMarket,
  moderate,
  'resolve market': resolveMarket,
  'resolve one by one': resolveOneByOne,
  'resolve busiest': resolveBusiest,
  'resolve event': resolveEvent,
  read,
  'read rows': readRows,
  'follow books': followBooks,
  disconnect,
  'read slowly': readSlowly,
};
