/** Begins scenarios, arms faults and plays tapes: a preset or pasted text, what came of it, and the same as code. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyableCode } from '../ui/copyable-code.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { VENUE_URL } from '../venue/client.ts';
import { ArmedRules } from './armed-rules.tsx';
import { type Call, type CallKind, curlOf, FAULT_TEXTS, NEW_REPLAY, readCall, readyPresets, sdkOf } from './calls.ts';
import { Replays } from './replays.tsx';
import { clockQuery, scenarioQuery, useReread } from './sandbox-queries.ts';
import { clockText } from './words.ts';

const KINDS = { scenario: 'Scenario', fault: 'Fault', replay: 'Replay' };
const HINTS = {
  scenario: 'The name of a ready one in quotes, or the whole text of your own. Comments may stay in it.',
  fault: 'A preset, which match narrows, or a rule with match and do. The sandbox reference lists their fields.',
  replay: 'The tape is a file in the sandbox’s folder tapes. Other fields: accounts, queue, step, speed.',
};
const ACTIONS = { scenario: 'Play…', fault: 'Arm', replay: 'Play the tape…' };

export function CallsPanel() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const { data: scenario } = useQuery(scenarioQuery(client, clock?.branch ?? ''));
  const running = scenario?.running ?? null;
  return (
    <Panel title='Scenarios, faults and replays'>
      <div className='panel__body stack'>
        <CallForm ready={scenario?.ready ?? []} />
        <h3>What is played</h3>
        {running === null ? (
          <p className='small soft'>No scenario: no one trades here but those who connect.</p>
        ) : (
          <p className='small soft'>
            <strong>{running.name}</strong>: {running.about} Began at {clockText(Date.parse(running.start))}
          </p>
        )}
      </div>
      <Replays />
      <ArmedRules />
    </Panel>
  );
}

function CallForm({ ready }: { readonly ready: Parameters<typeof readyPresets>[0] }) {
  const { client } = useOperator();
  const reread = useReread();
  const [kind, setKind] = useState<CallKind>('scenario');
  const [texts, setTexts] = useState<Readonly<Record<CallKind, string | null>>>({
    ...{ scenario: null, fault: null, replay: NEW_REPLAY },
  });
  const [asked, setAsked] = useState<Call | null>(null);
  const [isShown, setShown] = useState(false);
  const run = useMutation({
    mutationFn: ({ id, body }: Call) => client.request<Call['id']>(id, { body }),
    onSuccess: reread,
  });
  const presets = { scenario: readyPresets(ready), fault: FAULT_TEXTS, replay: [] }[kind];
  const text = texts[kind] ?? presets[0]?.text ?? '';
  const preset = presets.find((each) => each.text === text);
  const read = readCall(kind, text);
  const edit = (next: string, of = kind): void => {
    setTexts({ ...texts, [of]: next });
    setShown(false);
    if (!run.isPending) run.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setShown(true);
    if (read.value === null) return;
    if (kind === 'fault') run.mutate(read.value);
    else setAsked(read.value);
  };
  const refusal = run.isError && run.variables.kind === kind ? operatorErrorText(run.error) : null;
  return (
    <form className='stack' onSubmit={submit} noValidate aria-label='Run'>
      <div className='row'>
        <Segmented label='What to run' value={kind} options={KINDS} onChange={setKind} />
      </div>
      {presets.length > 0 && (
        <SelectField
          label='Preset'
          text={[preset?.name ?? '', (text) => edit(presets.find(({ name }) => name === text)?.text ?? '')]}
          hint={preset?.about}
          options={[
            ...(preset === undefined ? [['', 'My own text'] as const] : []),
            ...presets.map(({ name }) => name),
          ]}
        />
      )}
      <TextField
        label='Text'
        className='sandbox__json'
        rows={8}
        spellCheck={false}
        autoComplete='off'
        wrap='off'
        text={[text, edit]}
        error={(isShown ? read.problem : null) ?? refusal}
        hint={HINTS[kind]}
      />
      <div className='row'>
        <Button type='submit' kind='primary' busy={run.isPending}>
          {ACTIONS[kind]}
        </Button>
      </div>
      {read.value !== null && (
        <details>
          <summary className='small soft semi'>The same as a call</summary>
          <div className='stack gap-2'>
            <p className='small soft'>In a shell</p>
            <CopyableCode label='curl' code={curlOf(read.value, VENUE_URL)} />
            <p className='small soft'>With the SDK</p>
            <CopyableCode label='SDK' code={sdkOf(read.value)} />
          </div>
        </details>
      )}
      <ConfirmDialog
        title={kind === 'replay' ? 'Play this tape?' : 'Play this scenario?'}
        action='Play it'
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && run.mutate(asked)}
      >
        <p>
          A new branch begins with nothing but {kind === 'replay' ? 'the markets of the tape' : 'this scenario'}, and
          everyone trades on it: accounts, orders and balances of now are not there, and every fault is disarmed but
          those that it brings.
        </p>
        <p className='small soft'>
          Time stands still at its start. The branch that is traded on now stays as it is, and you can go on from its
          end. A replay that is under way goes no further.
        </p>
      </ConfirmDialog>
    </form>
  );
}
