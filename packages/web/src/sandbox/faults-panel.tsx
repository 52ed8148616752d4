/** Fault injection in a sandbox: the armed rules with their counts, and forms to arm and disarm. */
import { FAULT_PRESETS, type FaultPreset, type FaultRule } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText, Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SelectField } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { showToast } from '../ui/toast.tsx';
import { Answer } from '../venue/answer.tsx';
import {
  BoundFields,
  DoingFields,
  DraftFields,
  FeedField,
  More,
  type RuleDraft,
  SELDOM_BOUNDS,
  SeldomBoundFields,
  STATUS_TIMES,
  StatusTimeFields,
} from './draft-fields.tsx';
import {
  AS_IT_IS,
  type Drafted,
  FRAME_KINDS,
  kindOf,
  NEW_RULE,
  type PresetText,
  type Problems,
  presetWish,
  REQUEST_KINDS,
  type RuleText,
  ruleWish,
  TRADE_KINDS,
} from './fault-draft.ts';
import { anyText, faultText, KIND_WORDS, matchTexts, PRESET_WORDS } from './fault-words.ts';
import { fieldWords, refusedField } from './refusals.ts';
import { FAULTS, faultsQuery } from './sandbox-queries.ts';

const WAYS = { preset: 'A preset', rule: 'A rule of my own' };

export function FaultsPanel() {
  const { client } = useOperator();
  const queries = useQueryClient();
  const faults = useQuery(faultsQuery(client));
  const [way, setWay] = useState<'preset' | 'rule'>('preset');
  const disarm = useMutation({
    mutationFn: (id: string | undefined) => client.sandbox.faults.disarm(id),
    onSettled: () => queries.invalidateQueries({ queryKey: FAULTS }),
  });
  return (
    <Panel
      title='What goes wrong on purpose'
      aside={
        (faults.data?.length ?? 0) > 0 && (
          <Button size='sm' busy={disarm.isPending} onClick={() => disarm.mutate(undefined)}>
            Disarm all
          </Button>
        )
      }
    >
      <Answer to={faults} failure='The rules could not be read' lines={3} explain={operatorErrorText}>
        {(rules) =>
          rules.length === 0 ? (
            <EmptyState title='Nothing is armed'>
              <p className='small'>Requests and feeds are as they should be.</p>
            </EmptyState>
          ) : (
            <Rules rules={rules} isBusy={disarm.isPending} onDisarm={(id) => disarm.mutate(id)} />
          )
        }
      </Answer>
      <div className='panel__body stack'>
        <Refusal error={disarm.error}>Not disarmed.</Refusal>
        <div className='row row--apart wrap'>
          <h3>Arm</h3>
          <Segmented label='What to arm' value={way} options={WAYS} onChange={setWay} />
        </div>
        {way === 'preset' ? <PresetForm /> : <RuleForm />}
        <p className='small faint'>
          It is all at the edge: the ledger is never wrong. Pages are clients as well, this one included: what matches
          their requests and feeds meets them too. The ways to the sandbox itself are never faulty.
        </p>
      </div>
    </Panel>
  );
}

interface RulesProps {
  readonly rules: readonly FaultRule[];
  readonly isBusy: boolean;
  readonly onDisarm: (id: string) => void;
}

function Rules({ rules, isBusy, onDisarm }: RulesProps) {
  return (
    <DataTable
      caption='What is armed, in the order in which it is asked'
      rows={rules}
      keyOf={({ id }) => id}
      narrow='cards'
      columns={[
        { title: 'Rule', kind: 'lead', cell: (rule) => <RuleCell rule={rule} /> },
        { title: 'Matched', kind: 'figure', cell: ({ matched }) => formatCount(matched) },
        { title: 'Injected', kind: 'figure', cell: ({ injected }) => <strong>{formatCount(injected)}</strong> },
        {
          title: 'Disarm',
          kind: 'actions',
          cell: ({ id }) => (
            <Button size='sm' disabled={isBusy} aria-label={`Disarm rule ${id}`} onClick={() => onDisarm(id)}>
              Disarm
            </Button>
          ),
        },
      ]}
    />
  );
}

function RuleCell({ rule: { id, preset, match, do: fault } }: { readonly rule: FaultRule }) {
  const bounds = matchTexts(match);
  return (
    <span className='stack gap-0 operate__who'>
      <span className='row wrap semi'>
        {faultText(fault)}
        {preset !== null && <span className='badge'>{preset}</span>}
      </span>
      <span className='small faint break sandbox__match'>
        {`Rule ${id}`} · {bounds.length === 0 ? anyText(fault) : bounds.join(' · ')}
      </span>
    </span>
  );
}

const SELDOM = [...SELDOM_BOUNDS, 'route', 'account', 'feed'] as const;

/** Arms a preset: a set of rules that imitates incidents of real venues. */
function PresetForm() {
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

const SIDES = { requests: 'Requests', frames: 'Frames of a feed', trades: 'Trades and orders' };

/** Arms a custom rule with a place (requests, frames, trades or orders) and an action. */
function RuleForm() {
  const [text, setText] = useState<RuleText>(NEW_RULE);
  const { arm, edited, isBusy, problems, refusal } = useArming();
  const change = (part: Partial<RuleText>): void => {
    setText({ ...text, ...part });
    edited();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    arm(ruleWish(text));
  };
  const draft = { text, problems, onChange: change };
  const settles = kindOf(text) === 'settle';
  const seldom = settles ? [...STATUS_TIMES, ...SELDOM_BOUNDS] : SELDOM_BOUNDS;
  return (
    <form className='stack' onSubmit={submit} noValidate aria-label='Arm a rule'>
      <div className='row'>
        <Segmented label='Of what' value={text.of} options={SIDES} onChange={(of) => change({ of })} />
      </div>
      <div className='grid gap-4 operate__triple'>
        <PlaceFields {...draft} />
        <KindChoice {...draft} />
        <DoingFields {...draft} />
      </div>
      <BoundFields {...draft} />
      <More
        filled={seldom.filter((name) => text[name] !== '').length}
        isWrong={seldom.some((name) => problems[name] !== undefined)}
      >
        {settles && <StatusTimeFields {...draft} />}
        <SeldomBoundFields {...draft} />
      </More>
      <Refusal error={refusal}>Not armed.</Refusal>
      <div className='row'>
        <Button type='submit' kind='primary' busy={isBusy}>
          Arm the rule
        </Button>
      </div>
    </form>
  );
}

/** The place of a rule: frames have a feed; requests, trades and orders have an account. */
function PlaceFields(draft: RuleDraft) {
  const { text, onChange } = draft;
  if (text.of === 'frames') return <FeedField value={text.feed} onChange={(feed) => onChange({ feed })} />;
  return <DraftFields {...draft} names={text.of === 'requests' ? ['route', 'account'] : ['account']} />;
}

const KINDS = {
  requests: ['requestKind', REQUEST_KINDS],
  frames: ['frameKind', FRAME_KINDS],
  trades: ['tradeKind', TRADE_KINDS],
} as const;

function KindChoice({ text, onChange }: RuleDraft) {
  const [name, kinds] = KINDS[text.of];
  return (
    <SelectField
      label='What is done'
      value={text[name]}
      options={kinds.map((kind) => [kind, KIND_WORDS[kind]])}
      onChange={({ target }) => onChange({ [name]: kinds.find((each) => each === target.value) ?? text[name] })}
    />
  );
}

/** Arms the drafted rules, and maps problems to fields, whether found by the form or by the venue. */
function useArming() {
  const { client } = useOperator();
  const queries = useQueryClient();
  const [own, setOwn] = useState<Problems>({});
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (wish: NonNullable<Drafted['wish']>) => client.sandbox.faults.arm(wish),
    onSuccess: async (rules) => {
      showToast({ title: rules.length === 1 ? 'A rule is armed' : `${rules.length} rules are armed`, tone: 'good' });
      await queries.invalidateQueries({ queryKey: FAULTS });
    },
  });
  const field = error === null ? null : refusedField(error);
  return {
    arm: ({ wish, problems: found }: Drafted): void => {
      setOwn(found);
      if (wish !== null) mutate(wish);
    },
    /** Must be called whenever the input changes. */
    edited: () => {
      setOwn({});
      if (!isPending) reset();
    },
    isBusy: isPending,
    problems: field === null ? own : { ...own, [field]: fieldWords(error) },
    /** A refusal that is about no field; null if there is none. */
    refusal: field === null ? error : null,
  };
}
