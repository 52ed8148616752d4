/** Table cell that names a row's market and outcome. */
import type { UserPosition } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import { Mark } from '../ui/mark.tsx';
import { OutcomeBadge } from '../ui/outcome-badge.tsx';

type InMarket = Pick<UserPosition, 'slug' | 'title' | 'icon' | 'outcome' | 'outcomeIndex'>;

export function MarketCell({ slug, title, icon, outcome, outcomeIndex }: InMarket) {
  return (
    <div className='row gap-3'>
      <Mark id={slug} image={icon} size={32} />
      <div className='stack top people__what'>
        <Link
          to='/market/$slug'
          params={{ slug }}
          search={outcomeIndex === 1 ? { outcome: 1 } : {}}
          className='plain people__title'
        >
          {title}
        </Link>
        <OutcomeBadge index={outcomeIndex}>{outcome}</OutcomeBadge>
      </div>
    </div>
  );
}
