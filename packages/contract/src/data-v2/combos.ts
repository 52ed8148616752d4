/** `/v2/positions/combos` and `/v2/activity/combos`: the venue keeps no combos, so both lists are empty. */
import { Type } from 'typebox';
import { DATA_V2_IDS_MAX, PAGE_FIELDS, Pagination, USER_FIELD } from './common.ts';
import { bound } from './feeds.ts';

const COMBO_FIELD = {
  condition: Type.Optional(
    Type.Array(Type.String({ pattern: '^0x[0-9a-fA-F]{62}$', description: 'condition id of a combo' }), {
      minItems: 1,
      description: `condition ids of combos, separated by commas, at most ${DATA_V2_IDS_MAX} distinct ones`,
    }),
  ),
};
const STATUSES = ['OPEN', 'REDEEMABLE', 'PARTIAL', 'RESOLVED_WIN', 'RESOLVED_LOSS', 'RESOLVED_PARTIAL'] as const;

export const ComboPositionsQuery = Type.Object({
  ...USER_FIELD,
  ...COMBO_FIELD,
  status: Type.Optional(
    Type.Array(Type.Enum([...STATUSES]), {
      minItems: 1,
      maxItems: STATUSES.length,
      description: `any of ${STATUSES.join(', ')}, separated by commas`,
    }),
  ),
  sort_by: Type.Optional(
    Type.Enum(['FIRST_ENTRY', 'ENTRY_COST', 'CURRENT_VALUE', 'UPDATED'], { description: 'what rows are sorted by' }),
  ),
  sort_direction: Type.Enum(['ASC', 'DESC'], { default: 'DESC', description: 'DESC: the largest or latest first' }),
  updated_after: bound('first'),
  updated_before: bound('last'),
  ...PAGE_FIELDS,
});

export const ComboActivityQuery = Type.Object({ ...USER_FIELD, ...COMBO_FIELD, ...PAGE_FIELDS });

export const NoCombos = Type.Object({
  data: Type.Array(Type.Object({}), { maxItems: 0, description: 'always empty' }),
  pagination: Pagination,
});
