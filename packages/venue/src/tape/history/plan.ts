/** Meaning of a file's columns: named on the command line, or by a preset. */

export const ROLES = [
  ...(['time', 'price', 'size', 'side', 'market', 'outcome', 'token', 'id'] as const),
  ...(['kind', 'snapshot', 'bids', 'asks', 'new-tick'] as const),
];
export type Role = (typeof ROLES)[number];

/** Options by name. */
export type PlanValues = Readonly<Partial<Record<Role | 'preset' | 'scale' | 'rows' | 'gap', string | undefined>>>;

/** Public formats, described in `docs/reference/tape.md`. */
const PRESETS: Readonly<Record<string, PlanValues>> = {
  kalshi: {
    ...{ time: 'created_time', price: 'yes_price', scale: '100', size: 'count', side: 'taker_side' },
    ...{ market: 'ticker', id: 'trade_id' },
  },
  pmxt: {
    ...{ time: 'timestamp', price: 'price', size: 'size', side: 'side', market: 'market', token: 'asset_id' },
    ...{ kind: 'event_type', bids: 'bids', asks: 'asks', 'new-tick': 'new_tick_size' },
  },
};

const ROWS = ['trades', 'changes', 'books'] as const;
export type RowsMeaning = (typeof ROWS)[number];

export interface Plan {
  /** Columns by what they mean. */
  readonly columns: Readonly<Partial<Record<Role, string>>>;
  /** Price in the file that means 1. */
  readonly scale: number;
  /** Rows of files without a column that tells: trades, new sizes of levels, or levels of whole books. */
  readonly rows: RowsMeaning;
  /** Longer silence is a gap; Infinity for none. */
  readonly gapMs: number;
}

/** Reads options; the wrong option with its rule otherwise. */
export function readPlan({ preset, ...own }: PlanValues): Plan | string {
  if (preset !== undefined && !Object.hasOwn(PRESETS, preset))
    return `--preset must be one of ${Object.keys(PRESETS).join(', ')}`;
  const all: PlanValues = { ...PRESETS[preset ?? ''], ...own };
  const missing = (['time', 'price', 'size', 'side'] as const).find((role) => all[role] === undefined);
  if (missing !== undefined) return `--${missing} must name a column, unless a --preset does`;
  if ((all.bids === undefined) !== (all.asks === undefined)) return '--bids and --asks go together';
  const rows = ROWS.find((one) => one === (all.rows ?? 'trades'));
  if (rows === undefined) return `--rows must be one of ${ROWS.join(', ')}`;
  const { scale = '1', gap = 'Infinity' } = all;
  for (const [name, value] of Object.entries({ scale, gap }))
    if (!(Number(value) > 0)) return `--${name} must be a number above 0, not ${value}`;
  const columns = Object.fromEntries(ROLES.flatMap((role) => (all[role] === undefined ? [] : [[role, all[role]]])));
  return { columns, scale: Number(scale), rows, gapMs: Number(gap) * 1_000 };
}
