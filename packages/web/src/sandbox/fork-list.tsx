/** All running forks, each with a link and a button to end it. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/field.tsx';
import { refusalWords } from './refusal-words.ts';
import { forksQuery, useReread } from './sandbox-queries.ts';
import { forkLink } from './time-fields.ts';
import { clockText } from './time-words.ts';

export function ForkList() {
  const { client } = useOperator();
  const { data: forks = [] } = useQuery(forksQuery(client));
  const reread = useReread();
  const end = useMutation({
    mutationFn: (url: string) => client.sandbox.endFork(Number(new URL(url).port)),
    onSettled: reread,
  });
  if (forks.length === 0) return null;
  return (
    <>
      <ul className='small stack' aria-label='Forks' aria-live='polite'>
        {forks.map(({ url, sequence, time_ms: timeMs }) => (
          <li key={url} className='row row--apart wrap'>
            <span>
              <a href={forkLink(url, location.hostname)} target='_blank' rel='noreferrer'>
                {url}
              </a>{' '}
              began after entry {formatCount(sequence)}, at {clockText(timeMs)}
            </span>
            <Button
              size='sm'
              busy={end.isPending && end.variables === url}
              aria-label={`End the fork at ${url}`}
              onClick={() => end.mutate(url)}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      <Problem text={end.isError ? refusalWords(end.error) : null} />
    </>
  );
}
