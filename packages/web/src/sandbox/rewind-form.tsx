/** Selects an earlier moment of a branch to rewind to. A confirmation follows. */
import type { SandboxBranch } from '@bellwether/contract';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { type Place, type PlaceText, readPlace } from './time-fields.ts';
import { clockText } from './words.ts';

const WAYS = { time: 'A moment', entry: 'An entry' };

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

interface PlaceFieldsProps {
  readonly text: PlaceText;
  readonly error: string | null;
  readonly onChange: (text: PlaceText) => void;
}

/** Fields that select a moment of a branch, by its time or by a journal entry. */
export function PlaceFields({ text, error, onChange }: PlaceFieldsProps) {
  if (text.by === 'time') {
    return (
      <Field
        label='As it was at'
        type='datetime-local'
        step={1}
        text={[text.local, (local) => onChange({ ...text, local })]}
        error={error}
        hint='In your time zone.'
      />
    );
  }
  return (
    <Field
      label='As it was after entry'
      inputMode='numeric'
      autoComplete='off'
      text={[text.entry, (entry) => onChange({ ...text, entry })]}
      error={error}
      hint='Of its journal; 0 is before the first.'
    />
  );
}

export interface RewindTo {
  readonly place: Place;
  readonly branch: string;
  /** True if the moment is the end of that branch. */
  readonly isEnd?: boolean;
}

interface RewindDialogProps {
  /** Null while the dialog is closed. */
  readonly to: RewindTo | null;
  readonly onConfirm: (to: RewindTo) => void;
  readonly onClose: () => void;
}

/** Confirmation before a rewind, with its consequences for everyone trading there. */
export function RewindDialog({ to, onConfirm, onClose }: RewindDialogProps) {
  return (
    <ConfirmDialog
      title='Rewind the sandbox?'
      action='Rewind'
      open={to !== null}
      onClose={onClose}
      onConfirm={() => to !== null && onConfirm(to)}
    >
      {to !== null && (
        <>
          <p>
            A new branch begins with branch {to.branch} <strong>{placeText(to.place)}</strong>, and everyone trades on
            it: prices, orders, positions and balances are what they were then, and who came later has to come again.
          </p>
          <p className='small soft'>
            Time stands still at that moment. Live feeds end and are joined again. The branch that is traded on now
            stays as it is, and you can go on from its end.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}

function placeText(place: Place): string {
  if ('sequence' in place) return `as it was after entry ${formatCount(place.sequence)}`;
  return `as it was at ${clockText(Date.parse(place.time))}`;
}
