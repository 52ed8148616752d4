/** Selects an earlier moment of a branch to rewind to. A confirmation follows. */
import type { SandboxBranch } from '@bellwether/contract';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { PlaceFields } from './place-fields.tsx';
import type { RewindTo } from './rewind-dialog.tsx';
import { type PlaceText, readPlace } from './time-fields.ts';

const WAYS = [
  { value: 'time', label: 'A moment' },
  { value: 'entry', label: 'An entry' },
] as const;

interface RewindFormProps {
  readonly branches: readonly SandboxBranch[];
  readonly isBusy: boolean;
  /** Why the last rewind was refused; null if it was not. */
  readonly refusal: string | null;
  readonly onEdit: () => void;
  readonly onRewind: (to: RewindTo) => void;
}

export function RewindForm({ branches, isBusy, refusal, onEdit, onRewind }: RewindFormProps) {
  const [text, setText] = useState<PlaceText>({ by: 'time', local: '', entry: '' });
  const [chosen, setChosen] = useState('');
  const [rule, setRule] = useState<string | null>(null);
  // The chosen branch if it still exists; by default the current one.
  const branch = branches.find(({ id, current }) => (chosen === '' ? current : id === chosen))?.id ?? 'main';
  const edit = (next: PlaceText): void => {
    setText(next);
    setRule(null);
    onEdit();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { value, problem } = readPlace(text);
    setRule(problem);
    if (value !== null) onRewind({ place: value, branch });
  };
  return (
    <form className='stack sandbox__way' onSubmit={submit} noValidate aria-labelledby='sandbox-rewind'>
      <div className='row row--apart'>
        <h3 id='sandbox-rewind'>Rewind</h3>
        <Segmented label='Rewind to' value={text.by} options={WAYS} onChange={(by) => edit({ ...text, by })} />
      </div>
      <div className='grid gap-4 operate__pair'>
        <SelectField
          label='Of branch'
          value={branch}
          options={branches.map(({ id, scenario, current }) => [
            id,
            [id, ...(scenario === null ? [] : [`· ${scenario}`]), ...(current ? ['(traded on)'] : [])].join(' '),
          ])}
          onChange={({ target }) => {
            setChosen(target.value);
            onEdit();
          }}
        />
        <PlaceFields text={text} error={rule ?? refusal} onChange={edit} />
      </div>
      <Button type='submit' kind='danger' busy={isBusy}>
        Rewind…
      </Button>
    </form>
  );
}
