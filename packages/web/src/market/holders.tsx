/** The largest holders of each outcome. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatShares } from '../format/numbers.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/mark.tsx';
import { Answer } from '../venue/answer.tsx';
import type { Market } from '../venue/market-model.ts';
import { holdersQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

const RENEW_MS = 30_000;

export function Holders({ market }: { readonly market: Market }) {
  const query = useQuery({ ...holdersQuery(useClient(), market.conditionId), refetchInterval: RENEW_MS });
  return (
    <Answer to={query} failure='The holders could not be read' lines={6}>
      {(groups) => (
        <div className='grid holders'>
          {market.outcomes.map(({ index, label }) => {
            const holders = groups[index]?.holders ?? [];
            return (
              <section key={label} aria-label={`Holders of ${label}`}>
                <h3 className={index === 0 ? 'yes' : 'no'}>{label}</h3>
                {holders.length === 0 ? (
                  <EmptyState title='No one yet' />
                ) : (
                  <ol className='holders__list'>
                    {holders.map((holder) => (
                      <li key={holder.proxyWallet} className='small grid gap-2 center holders__row'>
                        <Mark id={holder.proxyWallet} image={holder.profileImage} size={24} round />
                        <Link
                          to='/profile/$address'
                          params={{ address: holder.proxyWallet }}
                          className='plain truncate'
                        >
                          {holder.name || holder.pseudonym}
                        </Link>
                        <span className='numeric soft'>{formatShares(holder.amount)}</span>
                      </li>
                    ))}
                  </ol>
                )}
              </section>
            );
          })}
        </div>
      )}
    </Answer>
  );
}
