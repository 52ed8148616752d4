/** What anybody may see of a trader. */
import type { PublicProfile } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { formatCompactMoney, formatCount, formatMoney, formatSignedMoney } from '../format/numbers.ts';
import { formatDate } from '../format/time.ts';
import { ActivityList } from '../people/activity-list.tsx';
import { ClosedPositionTable, PositionTable } from '../people/position-table.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/mark.tsx';
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { errorText, isMissing } from '../venue/error-text.ts';
import { positionsQuery, profileQuery } from '../venue/profile-queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import '../people/people.css';

const route = getRouteApi('/profile/$address');

export function ProfilePage() {
  const { address } = route.useParams();
  const { data: profile, error, refetch } = useQuery(profileQuery(useClient(), address));
  usePageTitle(profile === undefined ? '' : nameOf(profile));
  if (profile !== undefined) return <ProfileView profile={profile} />;
  if (isMissing(error)) {
    return (
      <EmptyState page title='Nobody trades from this address'>
        <Link to='/leaderboard'>Leaderboard</Link>
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

function nameOf({ name, pseudonym }: PublicProfile): string {
  return name || pseudonym;
}

function ProfileView({ profile }: { readonly profile: PublicProfile }) {
  // Whichever of its addresses led here: all wallets of the account are shown.
  const wallet = profile.baseAddress;
  return (
    <div className='stack'>
      <header className='profile-head'>
        <Mark id={wallet} image={profile.profileImage} size={72} round />
        <div className='profile-head__text'>
          <h1>{nameOf(profile)}</h1>
          <p className='small faint'>
            <span className='profile-head__address' title={wallet}>
              {wallet.slice(0, 8)}…{wallet.slice(-6)}
            </span>{' '}
            · Joined {formatDate(profile.createdAt)}
            {profile.users.some(({ mod }) => mod) && <span className='badge badge--accent'>Moderator</span>}
          </p>
          {profile.bio !== '' && <p className='profile-head__bio'>{profile.bio}</p>}
        </div>
      </header>
      <Holdings address={wallet} />
    </div>
  );
}

function Holdings({ address }: { readonly address: string }) {
  const { data, error, refetch } = useQuery(positionsQuery(useClient(), address));
  if (data === undefined) {
    if (error === null) return <SkeletonLines lines={8} />;
    return (
      <ErrorState title='The positions could not be read' text={errorText(error)} onRetry={() => void refetch()} />
    );
  }
  const { positions, closed, value, traded } = data;
  const profit = positions.reduce((sum, { cashPnl }) => sum + cashPnl, 0);
  return (
    <>
      <dl className='figures'>
        <Figure label='Positions value' value={formatMoney(value)} />
        <Figure
          label='Open profit'
          value={formatSignedMoney(profit.toFixed(2))}
          tone={profit > 0 ? 'yes' : profit < 0 ? 'no' : ''}
        />
        <Figure
          label='Biggest position'
          value={formatCompactMoney(Math.max(0, ...positions.map((one) => one.currentValue)))}
        />
        <Figure label='Markets traded' value={formatCount(traded)} />
      </dl>
      <section className='panel profile-tabs' aria-label='Positions and activity'>
        <Tabs
          label='Positions and activity'
          tabs={[
            { id: 'open', title: 'Positions', content: <PositionTable positions={positions} /> },
            { id: 'closed', title: 'Closed', content: <ClosedPositionTable positions={closed} /> },
            { id: 'activity', title: 'Activity', content: <ActivityList address={address} /> },
          ]}
        />
      </section>
    </>
  );
}

function Figure({
  label,
  value,
  tone = '',
}: {
  readonly label: string;
  readonly value: string;
  readonly tone?: string;
}) {
  return (
    <div className='figures__one panel'>
      <dt>{label}</dt>
      <dd className={`numeric ${tone}`}>{value}</dd>
    </div>
  );
}
