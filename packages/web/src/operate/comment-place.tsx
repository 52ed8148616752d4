/** Link to the event or market of a comment. Shows its name once loaded, its number until then. */
import type { Comment } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useOperator } from './operator.tsx';

const KEPT_MS = 10 * 60_000;

export function CommentPlace({ comment }: { readonly comment: Comment }) {
  const { parentEntityType: type, parentEntityID: id } = comment;
  const { client } = useOperator();
  const { data } = useQuery({
    queryKey: ['operate', 'place', type, id],
    queryFn: async ({ signal }) => {
      if (type === 'Event') {
        const { slug, title } = await client.events.get({ id }, {}, { signal });
        return { slug, title };
      }
      const { slug, question } = await client.markets.find({ id }, { signal });
      return { slug, title: question };
    },
    enabled: type !== 'Series',
    staleTime: KEPT_MS,
  });
  if (data === undefined) return <span>{`${type.toLowerCase()} ${id}`}</span>;
  const to = type === 'Event' ? '/event/$slug' : '/market/$slug';
  return (
    <Link to={to} params={{ slug: data.slug }}>
      {data.title}
    </Link>
  );
}
