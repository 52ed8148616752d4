/** Selects a scenario: a built-in one, pasted text, or a file. */
import { SCENARIO_BYTES_MAX, type ScenarioStatus } from '@bellwether/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import {
  NO_SCENARIO,
  readScenario,
  refusedScenario,
  type ScenarioChoice,
  type ScenarioRefusal,
  type ScenarioText,
  TOO_LARGE,
} from './scenario-text.ts';

const WAYS = [
  { value: 'ready', label: 'A ready one' },
  { value: 'own', label: 'My own' },
] as const;
const LINES_SHOWN = 10;
/** Characters kept visible to the left of the refused place. */
const MARGIN = 12;

interface ScenarioFieldsProps {
  readonly ready: ScenarioStatus['ready'];
  readonly text: ScenarioText;
  /** Refusal of the user's own scenario; null if it is valid. */
  readonly refusal: ScenarioRefusal | null;
  readonly onChange: (change: Partial<ScenarioText>) => void;
}

export function ScenarioFields({ ready, text, refusal, onChange }: ScenarioFieldsProps) {
  return (
    <>
      <div className='row'>
        <Segmented label='Which scenario' value={text.by} options={WAYS} onChange={(by) => onChange({ by })} />
      </div>
      {text.by === 'ready' ? (
        <ReadyField ready={ready} name={text.name} onChange={(name) => onChange({ name })} />
      ) : (
        <OwnFields json={text.json} refusal={refusal} onChange={(json) => onChange({ json })} />
      )}
    </>
  );
}

interface ReadyFieldProps {
  readonly ready: ScenarioStatus['ready'];
  readonly name: string;
  readonly onChange: (name: string) => void;
}

function ReadyField({ ready, name, onChange }: ReadyFieldProps) {
  const chosen = ready.find((each) => each.name === name) ?? ready[0];
  return (
    <SelectField
      label='Ready scenario'
      value={chosen?.name ?? ''}
      hint={chosen?.about}
      options={ready.map((each) => each.name)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface OwnFieldsProps {
  readonly json: string;
  readonly refusal: ScenarioRefusal | null;
  readonly onChange: (json: string) => void;
}

function OwnFields({ json, refusal, onChange }: OwnFieldsProps) {
  const [unread, setUnread] = useState<string | null>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setUnread(file.size > SCENARIO_BYTES_MAX ? TOO_LARGE : null);
    if (file.size > SCENARIO_BYTES_MAX) return;
    try {
      onChange(await file.text());
    } catch {
      setUnread('The file could not be read.');
    }
  };
  return (
    <>
      <Field
        label='File'
        type='file'
        accept='.json,.jsonc,application/json'
        error={unread}
        hint='It is read into the field below.'
        // Allows the same file to be chosen again after it has changed.
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <JsonField json={json} refusal={refusal} onChange={onChange} />
    </>
  );
}

/** Text area that selects and scrolls to the refused place. */
function JsonField({ json, refusal, onChange }: OwnFieldsProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const at = refusal?.at ?? null;
  useEffect(() => {
    const element = area.current;
    if (element === null || at === null) return;
    const { value } = element;
    const lines = value.split('\n');
    const before = value.lastIndexOf('\n', at.offset - 1) + 1;
    const line = lines[at.line - 1] ?? '';
    element.focus({ preventScroll: true });
    element.setSelectionRange(at.offset, before + line.length);
    // Browsers do not scroll to a selection made by a script.
    const longest = Math.max(...lines.map(({ length }) => length));
    element.scrollTop = (element.scrollHeight * (at.line - LINES_SHOWN / 2)) / lines.length;
    element.scrollLeft = (element.scrollWidth * (at.offset - before - MARGIN)) / longest;
  }, [at]);
  return (
    <TextField
      ref={area}
      label='Scenario as JSON'
      className='sandbox__json'
      rows={LINES_SHOWN}
      spellCheck={false}
      autoComplete='off'
      wrap='off'
      value={json}
      error={refusal?.words}
      hint='With comments. The schema is Scenario in /openapi.json; the ready ones are examples.'
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Returns the draft of a scenario. `error` is the venue's refusal; null if there is none. */
export function useScenarioText(error: unknown) {
  const [text, setText] = useState<ScenarioText>(NO_SCENARIO);
  const [rule, setRule] = useState<ScenarioRefusal | null>(null);
  const { by, json } = text;
  // Memoized, so that the refused line is scrolled into view only once.
  const refused = useMemo(
    () => (error === null || by === 'ready' ? null : refusedScenario(json, error)),
    [error, by, json],
  );
  return {
    text,
    change: (part: Partial<ScenarioText>): void => {
      setText({ ...text, ...part });
      setRule(null);
    },
    /** Returns the scenario. If it is invalid, returns null and sets `refusal`. */
    read: (ready: readonly { readonly name: string }[]): ScenarioChoice | null => {
      const { value, refusal } = readScenario(
        text,
        ready.map(({ name }) => name),
      );
      setRule(refusal);
      return value;
    },
    refusal: rule ?? refused,
  };
}
