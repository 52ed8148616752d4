/** The trading mode of the whole venue and its switch. Any mode but `open` needs a confirmation. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import { venueQuery } from '../venue/queries.ts';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './refusal.tsx';

type Mode = 'open' | 'post_only' | 'cancel_only' | 'disabled';

type ModeFacts = { readonly mode: Mode; readonly title: string; readonly text: string };

const MODES: readonly ModeFacts[] = [
  { mode: 'open', title: 'Open', text: 'Everything works: orders trade, rest and are cancelled.' },
  {
    mode: 'post_only',
    title: 'Post only',
    text: 'Only post-only orders are taken, so nothing trades. Cancels work. For filling the books before an opening.',
  },
  {
    mode: 'cancel_only',
    title: 'Cancel only',
    text: 'No new orders, whatever kind; traders can still cancel theirs. For closing down in peace.',
  },
  {
    mode: 'disabled',
    title: 'Disabled',
    text: 'No orders and no cancels. Reading, feeds and this page still work. For emergencies.',
  },
];

export function ModeSection() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const venue = useQuery({ ...venueQuery(client), staleTime: 0, refetchInterval: 10_000 });
  const [asked, setAsked] = useState<ModeFacts | null>(null);
  const change = useMutation({
    mutationFn: (mode: Mode) => client.admin.setMode(mode),
    onSuccess: async ({ mode }) => {
      setAsked(null);
      const title = MODES.find((facts) => facts.mode === mode)?.title ?? mode;
      showToast({ title: `The venue is now: ${title}`, tone: 'good' });
      await cache.invalidateQueries({ queryKey: KEYS.venue });
    },
    onError: (error) => showToast({ title: 'The mode was not changed', text: operatorErrorText(error), tone: 'bad' }),
  });
  if (venue.data === undefined) return <SkeletonLines lines={5} />;
  const current = venue.data.mode;
  return (
    <section className='stack' aria-label='Mode of the venue'>
      <p className='soft'>
        What the venue takes from traders. A change takes effect at once, for everyone, and is journaled.
      </p>
      <ul className='grid gap-3 operate__narrow'>
        {MODES.map((facts) => (
          <li
            key={facts.mode}
            className='panel row row--apart gap-4 panel__body operate__mode'
            aria-current={facts.mode === current || undefined}
          >
            <div>
              <h2>
                {facts.title} {facts.mode === current && <span className='badge badge--accent'>Now</span>}
              </h2>
              <p className='small soft'>{facts.text}</p>
            </div>
            {facts.mode !== current && (
              <Button
                kind={facts.mode === 'open' ? 'primary' : 'secondary'}
                disabled={change.isPending}
                aria-label={`Switch to ${facts.title}`}
                onClick={() => (facts.mode === 'open' ? change.mutate('open') : setAsked(facts))}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog title={`Switch to ${asked?.title ?? ''}?`} open={asked !== null} onClose={() => setAsked(null)}>
        <div className='stack'>
          <p>{asked?.text}</p>
          <p className='small soft'>Everyone on the venue notices at once. You can switch back at any time.</p>
          <div className='row wrap end'>
            <Button onClick={() => setAsked(null)}>Leave it as it is</Button>
            <Button kind='danger' busy={change.isPending} onClick={() => asked !== null && change.mutate(asked.mode)}>
              Switch to {asked?.title}
            </Button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}
