/** Answer of `/v2/status`: how far the rows of reads follow the journal. Blocks are journal entries. */
import { Type } from 'typebox';
import { count, orNull, text } from '../described.ts';
import { IsoTime } from '../schemas/common.ts';
import { enveloped } from './common.ts';

const Stream = Type.Object({
  source: text('rows of one kind, such as `portfolio`'),
  block: count('last entry that they include'),
  behind_max: count('entries behind the rows that are furthest'),
});

/** `/v2/status` takes no parameters. */
export const DataV2StatusQuery = Type.Object({});

export const DataV2Status = Type.Object({
  computed_at: IsoTime,
  age_seconds: count('always 0: the answer is made when it is asked for'),
  serving: Type.Object({
    lag_seconds: count('largest age of the rows below'),
    worst: text('rows with that age'),
    mechanisms: Type.Array(
      Type.Object({
        name: Type.Enum(['activity_feed', 'custody_balances', 'pnl']),
        age_seconds: count('0 when the rows include every entry, otherwise seconds since the last one they include'),
        blocks_behind: count('entries that they lack'),
      }),
    ),
  }),
  ingestion: Type.Object({
    cursors: count('kinds of rows'),
    network: Type.Null({ description: 'the venue is on no chain' }),
    chain_id: count('chain that orders are signed for'),
    max_synced_block: count('last entry that any rows include'),
    min_synced_block: count('last entry that all rows include'),
    most_lagged: orNull(Stream),
    lagging: Type.Array(Stream, { description: 'rows that are behind others, the furthest first' }),
  }),
});
export type DataV2Status = Type.Static<typeof DataV2Status>;
export const DataV2StatusAnswer = enveloped(DataV2Status);
