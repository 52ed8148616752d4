/** Form of a new hook. Its secret is shown once. */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Field, SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { filled } from '../fields.ts';
import { useOperator } from '../operator.tsx';
import { SendForm, useSending } from '../send-form.tsx';
import { HOOKS, type Hook, KINDS, TEMPLATES } from './hooks.ts';

const EMPTY = { url: '', template: 'slack', tag: '' };
const ALL = Object.keys(KINDS) as Hook['kinds'];

export function NewHook() {
  const { client } = useOperator();
  const [kinds, setKinds] = useState<readonly Hook['kinds'][number][]>(ALL);
  const hook = useSending({
    empty: EMPTY,
    send: ({ tag, template, url }) => {
      const body = { url: url.trim(), template: template as Hook['template'], kinds: [...kinds], ...filled({ tag }) };
      return client.request('addHook', { body });
    },
    renews: HOOKS,
  });
  const { bind, sent } = hook;
  return (
    <Panel title='Send news somewhere' padded>
      <SendForm of={{ ...hook, isLocked: kinds.length === 0 }} action='Add the hook'>
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
      </SendForm>
      <Dialog title='The secret of this hook' open={sent.isSuccess} onClose={() => sent.reset()}>
        {sent.isSuccess && (
          <div className='stack'>
            <p>A receiver of your own checks signatures with it. Chats do not need it. It is shown only now.</p>
            <Field label='Secret' value={sent.data.secret} readOnly onFocus={({ target }) => target.select()} />
            <Button wide onClick={() => void copyText(sent.data.secret, { tone: 'good', title: 'Secret copied' })}>
              Copy the secret
            </Button>
          </div>
        )}
      </Dialog>
    </Panel>
  );
}
