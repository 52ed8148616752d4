/** Arms a preset: a set of rules that imitates incidents of real venues. */
import { FAULT_PRESETS, type FaultPreset } from '@bellwether/contract';
import { type FormEvent, useState } from 'react';
import { Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { BoundFields, SELDOM_BOUNDS, SeldomBoundFields } from './bound-fields.tsx';
import { DraftFields, FeedField } from './draft-fields.tsx';
import { AS_IT_IS, type PresetText, presetWish } from './fault-draft.ts';
import { PRESET_WORDS } from './fault-words.ts';
import { More } from './more.tsx';
import { useArming } from './use-arming.ts';

const SELDOM = [...SELDOM_BOUNDS, 'route', 'account', 'feed'] as const;

export function PresetForm() {
  const [preset, setPreset] = useState<FaultPreset>('timed-out-yet-filled');
  const [text, setText] = useState<PresetText>(AS_IT_IS);
  const { arm, edited, isBusy, problems, refusal } = useArming();
  const change = (part: Partial<PresetText>): void => {
    setText({ ...text, ...part });
    edited();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    arm(presetWish(preset, text));
  };
  const draft = { text, problems, onChange: change };
  return (
    <form className='stack' onSubmit={submit} noValidate aria-label='Arm a preset'>
      <SelectField
        label='Preset'
        value={preset}
        hint={PRESET_WORDS[preset]}
        options={FAULT_PRESETS}
        onChange={({ target }) => {
          setPreset(target.value as FaultPreset);
          edited();
        }}
      />
      <BoundFields {...draft} />
      <More
        filled={SELDOM.filter((name) => text[name] !== '').length}
        isWrong={SELDOM.some((name) => problems[name] !== undefined)}
      >
        <div className='grid gap-4 operate__triple'>
          <DraftFields {...draft} names={['route']} hint='Leave empty for the preset’s own.' />
          <DraftFields {...draft} names={['account']} />
          <FeedField
            value={text.feed}
            none='The preset’s own'
            error={problems.feed}
            onChange={(feed) => change({ feed })}
          />
        </div>
        <SeldomBoundFields {...draft} />
      </More>
      <Refusal error={refusal}>Not armed.</Refusal>
      <div className='row'>
        <Button type='submit' kind='primary' busy={isBusy}>
          Arm the preset
        </Button>
      </div>
    </form>
  );
}
