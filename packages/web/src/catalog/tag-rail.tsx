/** The topics above the list of events, sorted by label; at most one is selected. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tagsQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import './tag-rail.css';

export function TagRail({ tag }: { readonly tag: string }) {
  const { data = [] } = useQuery(tagsQuery(useClient()));
  const tags = [...data].sort((left, right) => left.label.localeCompare(right.label));
  return (
    <nav className='tag-rail' aria-label='Topics'>
      <Link
        to='/'
        search={({ tag: _tag, ...rest }) => rest}
        className='small soft semi tag-rail__tag'
        activeProps={{}}
        data-chosen={tag === '' || undefined}
        aria-current={tag === '' ? 'true' : undefined}
      >
        All
      </Link>
      {tags.map(({ slug, label }) => (
        <Link
          key={slug}
          to='/'
          search={(search) => ({ ...search, tag: slug })}
          className='small soft semi tag-rail__tag'
          data-chosen={tag === slug || undefined}
          aria-current={tag === slug ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
