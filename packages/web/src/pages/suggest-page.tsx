/** Page on which members suggest questions and see what became of their suggestions. */
import { ASKING_LENGTHS_MAX } from '@bellwether/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountControl } from '../account/account-context.tsx';
import type { Account } from '../account/account-queries.ts';
import { SuggestionText } from '../asking/suggestion-text.tsx';
import { answersOf } from '../operate/market-list.ts';
import { isoOfLocal } from '../operate/rules.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field, Problem, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Panel } from '../ui/panel.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { showToast } from '../ui/toast.tsx';
import { Answer } from '../venue/answer.tsx';
import { errorText } from '../venue/error-text.ts';
import { KEYS } from '../venue/keys.ts';
import { paged } from '../venue/queries.ts';

const PAGE = 20;
const EMPTY = { title: '', description: '', answers: '', end: '' };

export function SuggestPage() {
  usePageTitle('Suggest a question');
  const { state, signIn } = useAccountControl();
  return (
    <div className='stack gap-5'>
      <header>
        <h1>Suggest a question</h1>
        <p className='soft'>The operators read it, and open it for trading or tell you why not.</p>
      </header>
      {state.kind === 'open' ? (
        <Suggest account={state.account} />
      ) : (
        <p className='soft'>
          {state.kind === 'none' ? (
            <>
              <Link to='/account'>Start an account</Link> to suggest one.
            </>
          ) : (
            <Button busy={state.kind === 'opening'} onClick={signIn}>
              Sign in
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

function Suggest({ account }: { readonly account: Account }) {
  const queries = useQueryClient();
  const queryKey = KEYS.suggestions(account.address);
  const [text, setText] = useState(EMPTY);
  const set = (change: Partial<typeof EMPTY>): void => setText((before) => ({ ...before, ...change }));
  const suggest = useMutation({
    mutationFn: ({ title, description, answers, end }: typeof EMPTY) =>
      account.client.account.suggest({
        title,
        description,
        answers: [...answersOf(answers)],
        endDate: isoOfLocal(end),
      }),
    onSuccess: async () => {
      setText(EMPTY);
      showToast({ title: 'Suggested', text: 'You see here what becomes of it.', tone: 'good' });
      await queries.invalidateQueries({ queryKey });
    },
  });
  const own = useInfiniteQuery(paged(queryKey, PAGE, account.client.account.suggestions, 0));
  return (
    <>
      <Form className='panel panel__body stack' aria-label='Suggestion' onSend={() => suggest.mutate(text)}>
        <Field
          label='Question'
          required
          maxLength={ASKING_LENGTHS_MAX.title}
          text={[text.title, (title) => set({ title })]}
        />
        <TextField
          label='How it is decided (optional)'
          rows={3}
          maxLength={ASKING_LENGTHS_MAX.description}
          text={[text.description, (description) => set({ description })]}
        />
        <TextField
          label='Answers (optional)'
          rows={3}
          text={[text.answers, (answers) => set({ answers })]}
          hint='One in each line, 2 to 20. Empty: yes or no.'
        />
        <Field label='Ends (optional)' type='datetime-local' text={[text.end, (end) => set({ end })]} />
        <Problem text={suggest.error === null ? null : errorText(suggest.error)} />
        <div>
          <Button type='submit' kind='primary' disabled={text.title.trim() === ''} busy={suggest.isPending}>
            Suggest
          </Button>
        </div>
      </Form>
      <Panel title='Your suggestions' padded>
        <Answer to={own} failure='Your suggestions could not be read' lines={3}>
          {({ pages }) =>
            pages.flat().length === 0 ? (
              <EmptyState title='You have not suggested anything yet' />
            ) : (
              <ul className='stack gap-5'>
                {pages.flat().map((suggestion) => (
                  <li key={suggestion.id} className='stack gap-2'>
                    <SuggestionText suggestion={suggestion} />
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
        <ShowMore of={own} text='Show more' small />
      </Panel>
    </>
  );
}
