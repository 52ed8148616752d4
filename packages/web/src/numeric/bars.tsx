/** Bars of the buckets of a numeric question, with the same figures as a table for screen readers. */
import type { CSSProperties } from 'react';
import { classNames } from '../ui/class-names.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { chanceTexts } from './density.ts';
import { pointWords, type Scale } from './scale.ts';
import './numeric.css';

const TICKS = 4;
const COLUMNS: readonly Column<readonly [label: string, chance: string]>[] = [
  { title: 'Answer', cell: ([label]) => label },
  { title: 'Chance', kind: 'figure', cell: ([, chance]) => chance },
];

interface BarsProps {
  readonly caption: string;
  readonly scale: Scale;
  /** Names of the buckets. */
  readonly labels: readonly string[];
  readonly chances: readonly number[];
  /** Displayed prices, if the chances are made of them. */
  readonly prices?: readonly (string | null)[];
  /** First and last bucket of a range that stands out. */
  readonly range?: readonly [number, number];
  /** Places, in buckets, of the median and of an interval around it. */
  readonly marks?: { readonly median: number; readonly from: number; readonly to: number };
}

export function Bars({ caption, scale, labels, chances, prices, range, marks }: BarsProps) {
  const texts = chanceTexts(chances, prices);
  const most = Math.max(...chances);
  const count = chances.length;
  const across = (place: number): CSSProperties => ({ insetInlineStart: `${(100 * place) / count}%` });
  const step = Math.ceil(scale.edges.length / TICKS);
  return (
    <div className='bars'>
      <div className='bars__plot' aria-hidden='true'>
        {marks !== undefined && (
          <div
            className='bars__interval'
            style={{ ...across(marks.from), width: `${(100 * (marks.to - marks.from)) / count}%` }}
          />
        )}
        {chances.map((chance, bucket) => (
          <div
            key={labels[bucket]}
            className={classNames('bars__slot', isIn(range, bucket) && 'bars__slot--in')}
            title={`${labels[bucket]}: ${texts[bucket]}`}
          >
            <div style={{ height: `${(100 * chance) / most}%` }} />
          </div>
        ))}
        {marks !== undefined && <div className='bars__median' style={across(marks.median)} />}
      </div>
      <div className='bars__axis tiny faint numeric' aria-hidden='true'>
        {scale.edges.map((edge, index) => {
          if (index % step !== 0) return null;
          const place = (100 * (index + 1)) / count;
          // A label at the end of the axis stays inside.
          const style = { insetInlineStart: `${place}%`, transform: `translateX(-${place}%)` };
          return (
            <span key={edge} style={style}>
              {pointWords(scale, edge)}
            </span>
          );
        })}
      </div>
      <div className='visually-hidden'>
        <DataTable
          caption={caption}
          columns={COLUMNS}
          rows={texts.map((text, bucket) => [labels[bucket] ?? '', text] as const)}
          keyOf={([label]) => label}
          narrow='same'
        />
      </div>
    </div>
  );
}

const isIn = (range: BarsProps['range'], bucket: number): boolean =>
  range !== undefined && range[0] <= bucket && bucket <= range[1];
