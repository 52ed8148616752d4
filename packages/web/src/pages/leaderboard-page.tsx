/** Leaderboard by total value, profit, accuracy and volume, and how often the venue’s prices came true. */
import type { Leader } from '@bellwether/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountControl } from '../account/account-context.tsx';
import { isSame } from '../account/account-queries.ts';
import { More } from '../catalog/event-grid.tsx';
import { formatCompactMoney, formatCount } from '../format/numbers.ts';
import { CalibrationView } from '../scores/calibration.tsx';
import { scoreText } from '../scores/score-facts.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SelectField } from '../ui/field.tsx';
import { Gain, Money } from '../ui/figures.tsx';
import { Mark } from '../ui/mark.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Answer } from '../venue/answer.tsx';
import { leaderboardInfinite, type Period, type RankedBy, tagsQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import '../people/people.css';

const PERIODS = { DAY: 'Today', WEEK: 'Week', MONTH: 'Month', ALL: 'All time' };
const ORDERS = { total: 'Total value', realised: 'Realised profit', accuracy: 'Accuracy', volume: 'Volume' };

export function LeaderboardPage() {
  const [period, setPeriod] = useState<Period>('ALL');
  const [order, setOrder] = useState<RankedBy>('total');
  usePageTitle('Leaderboard');
  return (
    <div className='stack leaderboard'>
      <div className='row row--apart wrap gap-3'>
        <h1>Leaderboard</h1>
        <div className='row wrap'>
          <Segmented label='Ranked by' value={order} options={ORDERS} onChange={setOrder} />
          {hasPeriods(order) && <Segmented label='Period' value={period} options={PERIODS} onChange={setPeriod} />}
        </div>
      </div>
      <p className='small faint'>{NOTES[order]}</p>
      <Leaders period={hasPeriods(order) ? period : 'ALL'} order={order} />
      <VenueCalibration />
    </div>
  );
}

const hasPeriods = (order: RankedBy): boolean => order === 'realised' || order === 'volume';
const PROFIT_NOTE =
  'Realised profit was won in the period by selling, merging and payouts, less the fees paid in it. Profit, on a trader’s page, counts what the shares still held have gained or lost as well. Days and weeks are in UTC.';
const NOTES: Readonly<Record<RankedBy, string>> = {
  total: 'Total value is all money, and all shares at the prices shown now.',
  realised: PROFIT_NOTE,
  accuracy:
    'Accuracy is the mean Brier score of at least five decided questions: while someone holds more of one outcome than of the other, the price of their last trade is their forecast. 0 is perfect; always saying 50% has 0.25.',
  volume: PROFIT_NOTE,
};

/** Calibration of the venue's prices, for all questions or under one tag. */
function VenueCalibration() {
  const [tag, setTag] = useState('');
  const { data: tags = [] } = useQuery(tagsQuery(useClient()));
  // Comes with the first list, so that no list moves it.
  const { isPending } = useInfiniteQuery(leaderboardInfinite(useClient(), 'ALL', 'total'));
  if (isPending) return null;
  return (
    <Panel title='How often we were right'>
      <div className='pad'>
        <SelectField
          label='Questions'
          text={[tag, setTag]}
          options={[['', 'All'], ...tags.map(({ slug, label }) => [slug, label] as const)]}
        />
      </div>
      <CalibrationView of={tag === '' ? {} : { tag }} />
    </Panel>
  );
}

const TRADER: readonly Column<Leader>[] = [
  {
    title: 'Rank',
    cell: ({ rank }) => (
      <span className='faint bold leaderboard__rank' data-rank={rank}>
        {rank}
      </span>
    ),
  },
  {
    title: 'Trader',
    cell: ({ proxyWallet, userName, profileImage }) => (
      <Link to='/profile/$address' params={{ address: proxyWallet }} className='plain row'>
        <Mark id={proxyWallet} image={profileImage} size={28} round />
        <span className='semi break'>
          {userName} <OwnBadge address={proxyWallet} />
        </span>
      </Link>
    ),
  },
];
const PROFIT: Column<Leader> = { title: 'Realised profit', kind: 'figure', cell: ({ pnl }) => <Gain amount={pnl} /> };
const VOLUME: Column<Leader> = { title: 'Volume', kind: 'figure', cell: ({ vol }) => formatCompactMoney(vol) };
const COLUMNS: Readonly<Record<RankedBy, readonly Column<Leader>[]>> = {
  total: [
    ...TRADER,
    { title: 'Total value', kind: 'figure', cell: ({ value = 0 }) => <Money amount={value} /> },
    PROFIT,
  ],
  realised: [...TRADER, PROFIT, VOLUME],
  accuracy: [
    ...TRADER,
    { title: 'Brier score', kind: 'figure', cell: ({ brier = null }) => scoreText(brier) },
    { title: 'Questions', kind: 'figure', cell: ({ questions = 0 }) => formatCount(questions) },
  ],
  volume: [...TRADER, PROFIT, VOLUME],
};

function Leaders({ period, order }: { readonly period: Period; readonly order: RankedBy }) {
  const list = useInfiniteQuery(leaderboardInfinite(useClient(), period, order));
  return (
    <Answer to={list} failure='The ranking could not be read' lines={25}>
      {({ pages }) => {
        const leaders = pages.flat();
        if (leaders.length === 0)
          return (
            <EmptyState
              title={order === 'accuracy' ? 'No one has enough decided questions yet' : 'No trades in this period yet'}
            />
          );
        return (
          <>
            <DataTable
              caption='Traders, best first'
              columns={COLUMNS[order]}
              rows={leaders}
              keyOf={({ proxyWallet }) => proxyWallet}
              narrow='scroll'
              className='panel'
            />
            <More of={list} />
          </>
        );
      }}
    </Answer>
  );
}

function OwnBadge({ address }: { readonly address: string }) {
  const { state } = useAccountControl();
  // The saved account is known before it is open: a badge that came later would move the columns.
  const saved = 'saved' in state && state.kind !== 'closed' ? state.saved : null;
  const isOwn = isSame(address, saved?.address ?? '') || isSame(address, saved?.tradesFrom ?? '');
  return isOwn && <span className='badge badge--accent'>You</span>;
}
