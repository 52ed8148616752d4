/** Arms a preset: rules that stand for what happens at real venues. */
import { FAULT_PRESETS, type FaultPreset } from '@bellwether/contract';
import { type FormEvent, useState } from 'react';
import { Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { BoundFields } from './bound-fields.tsx';
import { type BoundsText, NO_BOUNDS, presetWish } from './fault-draft.ts';
import { PRESET_WORDS } from './fault-words.ts';
import { useArming } from './use-arming.ts';

export function PresetForm() {
  const [preset, setPreset] = useState<FaultPreset>('timed-out-yet-filled');
  const [text, setText] = useState<BoundsText>(NO_BOUNDS);
  const { arm, edited, isBusy, problems, refusal } = useArming();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    arm(presetWish(preset, text));
  };
  return (
    <form className='stack' onSubmit={submit} noValidate aria-label='Arm a preset'>
      <SelectField
        label='Preset'
        value={preset}
        hint={PRESET_WORDS[preset]}
        onChange={({ target }) => {
          setPreset(target.value as FaultPreset);
          edited();
        }}
      >
        {FAULT_PRESETS.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <BoundFields
        text={text}
        problems={problems}
        onChange={(change) => {
          setText({ ...text, ...change });
          edited();
        }}
      />
      <Refusal error={refusal}>Not armed.</Refusal>
      <div className='row'>
        <Button type='submit' kind='primary' busy={isBusy}>
          Arm the preset
        </Button>
      </div>
    </form>
  );
}
