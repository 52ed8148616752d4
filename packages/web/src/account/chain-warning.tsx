/** The venue's warning that its signatures are also valid on a real chain. Shown before the user signs. */
import { useQuery } from '@tanstack/react-query';
import { venueQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

export function ChainWarning() {
  const { data } = useQuery(venueQuery(useClient()));
  if (data?.warning === undefined) return null;
  return (
    <div className='small pad rounded notice notice--warn all-columns' role='note' aria-label='Chain 137'>
      <p>
        <strong>Use a throw-away key.</strong> {data.warning}
      </p>
    </div>
  );
}
