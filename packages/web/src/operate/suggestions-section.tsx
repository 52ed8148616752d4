/** Suggestions of members for the operator: approve by making an event, or reject with a note. */
import { ASKING_LENGTHS_MAX, type Suggestion } from '@bellwether/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SuggestionText } from '../asking/suggestion-text.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Answer } from '../venue/answer.tsx';
import { paged } from '../venue/queries.ts';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './refusal.tsx';
import { useAct } from './use-act.ts';

/** Prefix of the keys of the operator's suggestions. */
export const SUGGESTIONS = ['operate', 'suggestions'] as const;
const PAGE = 20;
const SHOWN = { waiting: 'Waiting', approved: 'Approved', rejected: 'Rejected', all: 'All' };

export function SuggestionsSection() {
  const { client } = useOperator();
  const [shown, setShown] = useState<keyof typeof SHOWN>('waiting');
  const filter = shown === 'all' ? {} : { status: shown };
  const query = useInfiniteQuery({
    ...paged([...SUGGESTIONS, shown], PAGE, (page, call) => client.admin.suggestions({ ...filter, ...page }, call), 0),
    refetchInterval: 30_000,
  });
  return (
    <section className='stack' aria-label='Suggestions'>
      <div>
        <Segmented label='Which suggestions' value={shown} options={SHOWN} onChange={setShown} />
      </div>
      <Answer to={query} failure='The suggestions could not be read' lines={4} explain={operatorErrorText}>
        {({ pages }) =>
          pages.flat().length === 0 ? (
            <EmptyState title={shown === 'waiting' ? 'No suggestion waits' : 'There is no such suggestion'}>
              <p className='small'>Members suggest questions at “Suggest a question”, at the foot of each page.</p>
            </EmptyState>
          ) : (
            <ul className='stack'>
              {pages.flat().map((suggestion) => (
                <SuggestionItem key={suggestion.id} suggestion={suggestion} />
              ))}
            </ul>
          )
        }
      </Answer>
      <ShowMore of={query} text='Show more' />
    </section>
  );
}

function SuggestionItem({ suggestion }: { readonly suggestion: Suggestion }) {
  const { client } = useOperator();
  const { id, title } = suggestion;
  const [isRejecting, setRejecting] = useState(false);
  const [note, setNote] = useState('');
  const reject = useAct('Not rejected', SUGGESTIONS);
  const rejectIt = async () => {
    await client.admin.rejectSuggestion(id, { note });
    return { title: 'Rejected', text: 'Its author sees the note.', tone: 'good' } as const;
  };
  return (
    <li className='panel stack gap-2 pad'>
      <SuggestionText suggestion={suggestion} />
      <div className='row wrap row--apart'>
        <code className='small faint truncate'>{suggestion.userAddress}</code>
        {suggestion.status === 'waiting' && (
          <div className='row'>
            <Link
              to='/operate/$section'
              params={{ section: 'new' }}
              search={{ suggestion: id }}
              className={buttonClass({ kind: 'primary', size: 'sm' })}
              aria-label={`Approve “${title}”`}
            >
              Approve…
            </Link>
            <Button
              size='sm'
              kind='danger'
              busy={reject.isPending}
              aria-label={`Reject “${title}”`}
              onClick={() => setRejecting(true)}
            >
              Reject…
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        title={`Reject “${title}”?`}
        action='Reject it'
        open={isRejecting}
        onClose={() => setRejecting(false)}
        onConfirm={() => reject.mutate(rejectIt)}
      >
        <Field label='Note to its author (optional)' text={[note, setNote]} maxLength={ASKING_LENGTHS_MAX.note} />
      </ConfirmDialog>
    </li>
  );
}
