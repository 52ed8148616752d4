/** Form of a new hook. Its secret is shown once. */
import type { HookInput } from '@bellwether/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Field, SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { boundTo } from '../fields.ts';
import { useOperator } from '../operator.tsx';
import { Refusal } from '../refusal.tsx';
import { HOOKS, type Hook, KINDS, TEMPLATES } from './hooks.ts';

const EMPTY = { url: '', template: 'slack', tag: '' };
const ALL = Object.keys(KINDS) as Hook['kinds'];

export function NewHook() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [kinds, setKinds] = useState<readonly Hook['kinds'][number][]>(ALL);
  const add = useMutation({
    mutationFn: (body: HookInput) => client.request('addHook', { body }),
    onSuccess: () => setDraft(EMPTY),
    onSettled: () => cache.invalidateQueries({ queryKey: HOOKS }),
  });
  const bind = boundTo(draft, {}, (name: keyof typeof EMPTY, value) =>
    setDraft((before) => ({ ...before, [name]: value })),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { tag, template, url } = draft;
    const of = tag.trim() === '' ? {} : { tag: tag.trim() };
    add.mutate({ url: url.trim(), template: template as Hook['template'], kinds: [...kinds], ...of });
  };
  return (
    <Panel title='Send news somewhere' padded>
      <form className='stack' onSubmit={submit}>
        <div className='grid gap-4 operate__pair'>
          <SelectField label='To' options={Object.entries(TEMPLATES)} {...bind('template')} />
          <Field label='Address of the incoming webhook' type='url' required maxLength={2_048} {...bind('url')} />
          <Field
            label='Tag (optional)'
            maxLength={250}
            {...bind('tag')}
            hint='Its slug: news of its questions alone.'
          />
        </div>
        <fieldset className='stack gap-1'>
          <legend className='small soft semi'>News</legend>
          {ALL.map((kind) => (
            <CheckField
              key={kind}
              isOn={kinds.includes(kind)}
              onChange={(isOn) => setKinds(ALL.filter((each) => (each === kind ? isOn : kinds.includes(each))))}
            >
              {KINDS[kind]}
            </CheckField>
          ))}
        </fieldset>
        <Refusal error={add.error} />
        <Button type='submit' kind='primary' busy={add.isPending} disabled={kinds.length === 0}>
          Add the hook
        </Button>
      </form>
      <Dialog title='The secret of this hook' open={add.isSuccess} onClose={() => add.reset()}>
        {add.isSuccess && (
          <div className='stack'>
            <p>A receiver of your own checks signatures with it. Chats do not need it. It is shown only now.</p>
            <Field label='Secret' value={add.data.secret} readOnly onFocus={({ target }) => target.select()} />
            <Button wide onClick={() => void copyText(add.data.secret, { tone: 'good', title: 'Secret copied' })}>
              Copy the secret
            </Button>
          </div>
        )}
      </Dialog>
    </Panel>
  );
}
