/** Public profile of a trader. */
import type { PublicProfile } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCount } from '../format/numbers.ts';
import { formatDate } from '../format/time.ts';
import { HouseMark } from '../house/house-mark.tsx';
import { ActivityList } from '../people/activity-list.tsx';
import { AtCostNote, ClosedPositionTable, PositionTable } from '../people/position-table.tsx';
import { CalibrationView } from '../scores/calibration.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Gain, Money } from '../ui/figures.tsx';
import { Mark } from '../ui/mark.tsx';
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Answer } from '../venue/answer.tsx';
import { errorText, isMissing } from '../venue/error-text.ts';
import { positionsQuery, profileQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import '../people/people.css';

const route = getRouteApi('/profile/$address');

export function ProfilePage() {
  const { address } = route.useParams();
  const { data: profile, error, refetch } = useQuery(profileQuery(useClient(), address));
  usePageTitle(isMissing(error) ? 'Not found' : profile === undefined ? '' : nameOf(profile));
  if (profile !== undefined) return <ProfileView profile={profile} />;
  if (isMissing(error)) {
    return (
      <EmptyState page title='This address has not traded'>
        <Link to='/leaderboard' className={buttonClass({ kind: 'primary' })}>
          Leaderboard
        </Link>
      </EmptyState>
    );
  }
  if (error !== null)
    return <ErrorState title='The profile could not be read' text={errorText(error)} onRetry={() => void refetch()} />;
  return (
    <div className='stack' role='status' aria-label='Loading the profile'>
      <Skeleton width={320} height={64} />
      <SkeletonLines lines={6} />
    </div>
  );
}

const nameOf = ({ name, pseudonym }: PublicProfile): string => name || pseudonym;

function ProfileView({ profile }: { readonly profile: PublicProfile }) {
  // Any of the account's addresses may lead here; the page covers all its wallets.
  const wallet = profile.baseAddress;
  return (
    <div className='stack'>
      <header className='row gap-4'>
        <Mark id={wallet} image={profile.profileImage} size={72} round />
        <div className='stack gap-1'>
          <h1>{nameOf(profile)}</h1>
          <p className='small faint'>
            <span className='mono' title={wallet}>
              {wallet.slice(0, 8)}…{wallet.slice(-6)}
            </span>{' '}
            · Joined {formatDate(profile.createdAt)} <HouseMark address={wallet} />
            {profile.users.some(({ mod }) => mod) && <span className='badge badge--accent'>Moderator</span>}
          </p>
          {profile.bio !== '' && <p className='soft break as-written profile-head__bio'>{profile.bio}</p>}
        </div>
      </header>
      <Holdings address={wallet} />
    </div>
  );
}

function Holdings({ address }: { readonly address: string }) {
  const query = useQuery(positionsQuery(useClient(), address));
  return (
    <Answer to={query} failure='The positions could not be read' lines={8}>
      {({ positions, closed, value, traded }) => (
        <>
          <dl className='grid gap-3 figures'>
            <Figure label='Positions value'>
              <Money amount={value.value} />
            </Figure>
            <Figure label='Profit'>
              <Gain amount={value.netPnl} />
            </Figure>
            <Figure label='Realised profit'>
              <Gain amount={difference(value.realizedPnl, value.feesPaid)} />
            </Figure>
            <Figure label='Biggest position'>
              <Money amount={Math.max(0, ...positions.map((one) => one.currentValue))} />
            </Figure>
            <Figure label='Markets traded'>{formatCount(traded)}</Figure>
          </dl>
          <AtCostNote positions={positions} />
          <section className='panel panel--tabs' aria-label='Positions and activity'>
            <Tabs
              label='Positions and activity'
              tabs={[
                {
                  id: 'open',
                  title: 'Positions',
                  content:
                    positions.length === 0 ? (
                      <EmptyState title='No open positions' />
                    ) : (
                      <PositionTable positions={positions} />
                    ),
                },
                {
                  id: 'closed',
                  title: 'Closed',
                  content:
                    closed.length === 0 ? (
                      <EmptyState title='No closed positions' />
                    ) : (
                      <ClosedPositionTable positions={closed} />
                    ),
                },
                { id: 'calibration', title: 'Calibration', content: <CalibrationView of={{ user: address }} /> },
                { id: 'activity', title: 'Activity', content: <ActivityList address={address} /> },
              ]}
            />
          </section>
        </>
      )}
    </Answer>
  );
}

const difference = (one: number, other: number): string => fromMicros((toMicros(one) ?? 0n) - (toMicros(other) ?? 0n));

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className='pad figures__one panel'>
      <dt className='small faint'>{label}</dt>
      <dd className='numeric'>{children}</dd>
    </div>
  );
}
