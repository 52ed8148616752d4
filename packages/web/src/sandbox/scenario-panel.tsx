/** The scenario being played, and fields that select another: a built-in one, pasted text, or a file. */
import { SCENARIO_BYTES_MAX, type ScenarioStatus } from '@bellwether/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText, Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Answer } from '../venue/answer.tsx';
import { clockQuery, scenarioQuery, useReread } from './sandbox-queries.ts';
import {
  NO_SCENARIO,
  readScenario,
  refusedScenario,
  type ScenarioChoice,
  type ScenarioRefusal,
  type ScenarioText,
  TOO_LARGE,
  titleOf,
} from './scenario-text.ts';
import { clockText } from './words.ts';

const WAYS = { ready: 'A ready one', own: 'My own' };
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

export function ScenarioPanel() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const scenario = useQuery(scenarioQuery(client, clock?.branch ?? ''));
  return (
    <Panel
      title='Scenario'
      aside={
        scenario.data?.running != null && <span className='badge badge--accent'>{scenario.data.running.name}</span>
      }
      padded
    >
      <Answer to={scenario} failure='The scenario could not be read' lines={3} explain={operatorErrorText}>
        {({ running, ready }) => (
          <>
            <Running running={running} />
            <PlayForm ready={ready} />
          </>
        )}
      </Answer>
    </Panel>
  );
}

function Running({ running }: Pick<ScenarioStatus, 'running'>) {
  if (running === null) {
    return <p className='small soft'>None is played: no one trades here but those who connect.</p>;
  }
  return (
    <div>
      <p>{running.about}</p>
      <p className='small faint'>Began at {clockText(Date.parse(running.start))}</p>
    </div>
  );
}

function PlayForm({ ready }: Pick<ScenarioStatus, 'ready'>) {
  const { client } = useOperator();
  const reread = useReread();
  const [asked, setAsked] = useState<ScenarioChoice | null>(null);
  const play = useMutation({
    mutationFn: (scenario: ScenarioChoice) => client.sandbox.play(scenario),
    onSuccess: reread,
  });
  const { text, change, read, refusal } = useScenarioText(play.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(read(ready));
  };
  return (
    <form className='stack' onSubmit={submit} noValidate aria-label='Play a scenario'>
      <ScenarioFields
        ready={ready}
        text={text}
        refusal={refusal}
        onChange={(part) => {
          change(part);
          if (!play.isPending) play.reset();
        }}
      />
      {text.by === 'ready' && <Refusal error={play.error}>It was not begun.</Refusal>}
      <div className='row'>
        <Button type='submit' busy={play.isPending}>
          Play…
        </Button>
      </div>
      <ConfirmDialog
        title={`Play ${asked === null ? '' : titleOf(asked)}?`}
        action='Play it'
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && play.mutate(asked)}
      >
        <p>
          A new branch begins with nothing but this scenario, and everyone trades on it: accounts, orders and balances
          of now are not there, and every fault is disarmed but those that it brings.
        </p>
        <p className='small soft'>
          Time stands still at its start. The branch that is traded on now stays as it is, and you can go on from its
          end.
        </p>
      </ConfirmDialog>
    </form>
  );
}
