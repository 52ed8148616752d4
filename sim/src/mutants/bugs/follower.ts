/** Seeded bugs of followers: the gateways' views, and how the log is followed. */
import type { MutantArea } from '../mutant.ts';

const FOLLOWER = 'packages/server/src/log/follower.ts';
const TAIL = 'packages/server/src/ports/follow-log.ts';
const MARKET = 'packages/engine/src/market/market.ts';

export const FOLLOWERS: MutantArea = {
  title: 'Followers and views',
  mutants: [
    {
      name: 'last-entry-not-folded',
      breaks: 'Of a record of several entries the last one is not folded.',
      file: FOLLOWER,
      piece: 'for (let index = known; index < entries.length; index++) {',
      by: 'for (let index = known; index < Math.max(1, entries.length - 1); index++) {',
    },
    {
      name: 'folded-twice',
      breaks: 'An entry that is known already is folded again.',
      file: FOLLOWER,
      piece: 'return known;\n  }',
      by: 'return Math.max(0, known - 1);\n  }',
    },
    {
      name: 'followed-record-skipped',
      breaks: 'One who follows the log skips a record that came while it was busy.',
      file: TAIL,
      piece: 'if (record.firstSequence > position + 1) return null;',
      by: 'if (record.firstSequence > position + 1) continue;\n      if (records.length === 1) continue;',
    },
    {
      name: 'observers-not-told-of-all',
      breaks: 'Observers of a view are not told of an entry that comes with others.',
      file: FOLLOWER,
      piece: 'for (const observer of observers) watched(observer, tellAfter, entry, this.#state);',
      by: 'if (index === entries.length - 1)\n        for (const observer of observers) watched(observer, tellAfter, entry, this.#state);',
    },
    {
      name: 'book-version-not-raised',
      breaks: "A market's book changes twice in a millisecond under one version.",
      file: MARKET,
      piece: 'if (market.bookEntry !== stamp.sequence) market.bookVersion++;',
      by: 'if (market.bookChangedMs !== stamp.timeMs) market.bookVersion++;',
    },
  ],
};
