/** The clock of a sandbox, with controls to move it. */
import type { SandboxClock } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useEffect, useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText, Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field, Problem } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Answer } from '../venue/answer.tsx';
import { clockQuery, useIsMoving, useMove } from './sandbox-queries.ts';
import { type Read, readLength, readMoment, readSpeed } from './time-fields.ts';
import { clockText, refusalWords, speedText } from './words.ts';

const TICK_MS = 250;

const STEPS = [
  { advance: '1m', label: '+1 min', name: 'one minute' },
  { advance: '1h', label: '+1 h', name: 'one hour' },
  { advance: '1d', label: '+1 d', name: 'one day' },
] as const;

const SPEEDS = [
  ['0', 'Still'],
  ['1', '1×'],
  ['60', '60×'],
  ['3600', `${formatCount(3_600)}×`],
  ['own', 'Other'],
] as const;
const SPEED_LABELS = Object.fromEntries(SPEEDS);
type Choice = (typeof SPEEDS)[number][0];

export function ClockPanel() {
  const clock = useQuery(clockQuery(useOperator().client));
  const isMoving = useIsMoving();
  return (
    <Panel
      title='Clock'
      aside={
        clock.data !== undefined && (
          <span className={classNames('badge', clock.data.speed === 0 && !isMoving ? 'badge--warn' : 'badge--yes')}>
            {isMoving ? 'Time moves' : speedText(clock.data.speed)}
          </span>
        )
      }
      padded
    >
      <Answer to={clock} failure='The clock could not be read' lines={5} explain={operatorErrorText}>
        {(data) => (
          <>
            <Face clock={data} readMs={clock.dataUpdatedAt} />
            <Steps />
            <Targets />
            <Speed speed={data.speed} />
          </>
        )}
      </Answer>
    </Panel>
  );
}

/** Shows the running time. `readMs` is the device time when the clock was read, in Unix milliseconds. */
function Face({ clock, readMs }: { readonly clock: SandboxClock; readonly readMs: number }) {
  const { time_ms: timeMs, speed, branch, sequence } = clock;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (speed === 0) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [speed]);
  const shown = timeMs + Math.max(0, now - readMs) * speed;
  return (
    <div>
      <p className='sandbox__time numeric'>
        <time dateTime={new Date(shown).toISOString()}>{clockText(shown)}</time>
      </p>
      <p className='small soft'>
        Branch {branch}, after entry {formatCount(sequence)}
      </p>
    </div>
  );
}

function Steps() {
  const move = useMove();
  return (
    <>
      <div className='row wrap'>
        {STEPS.map(({ advance, label, name }) => (
          <Button
            key={advance}
            busy={move.isPending && move.variables.advance === advance}
            disabled={move.isPending}
            aria-label={`${label}: advance by ${name}`}
            onClick={() => move.mutate({ advance })}
          >
            {label}
          </Button>
        ))}
      </div>
      <Refusal error={move.error}>Time was not moved.</Refusal>
    </>
  );
}

function Targets() {
  const [by, until] = [useMove(), useMove()];
  return (
    <>
      <OneField
        input={{
          label: 'Advance by',
          hint: 'For example 90s, 15m, 7d or 1h30m. Everything due in between happens at its own moment.',
        }}
        action='Advance'
        move={by}
        read={readLength}
        onRead={(advance) => by.mutate({ advance })}
      />
      <OneField
        input={{
          label: 'Advance until',
          type: 'datetime-local',
          step: 1,
          hint: 'In your time zone. To go back, rewind.',
        }}
        action='Go there'
        move={until}
        read={readMoment}
        onRead={(moment) => until.mutate({ until: moment })}
      />
    </>
  );
}

interface OneFieldProps<Value> {
  readonly input: Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'type' | 'step' | 'inputMode' | 'placeholder'>;
  readonly action: string;
  readonly move: ReturnType<typeof useMove>;
  readonly read: (text: string) => Read<Value>;
  readonly onRead: (value: Value) => void;
}

function OneField<Value>({ input, action, move, read, onRead }: OneFieldProps<Value>) {
  const [text, setText] = useState('');
  const [rule, setRule] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { value, problem } = read(text);
    setRule(problem);
    if (value !== null) onRead(value);
  };
  return (
    <form className='grid top gap-2 sandbox__line' onSubmit={submit} noValidate>
      <Field
        {...input}
        autoComplete='off'
        value={text}
        error={rule ?? (move.isError ? refusalWords(move.error) : null)}
        onChange={({ target }) => {
          setText(target.value);
          setRule(null);
          if (!move.isPending) move.reset();
        }}
      />
      <Button type='submit' busy={move.isPending}>
        {action}
      </Button>
    </form>
  );
}

function Speed({ speed }: { readonly speed: number }) {
  const move = useMove();
  const isMoving = useIsMoving();
  const [isOwn, setIsOwn] = useState(false);
  const named = SPEEDS.find(([value]) => value === String(speed))?.[0] ?? 'own';
  const choose = (value: Choice): void => {
    setIsOwn(value === 'own');
    if (value !== 'own') move.mutate(value === '0' ? { pause: true } : { speed: Number(value) });
  };
  const isAsked = isOwn || named === 'own';
  const refused = move.isError ? refusalWords(move.error) : null;
  return (
    <>
      <div className='stack gap-1 field'>
        <span className='small soft semi' aria-hidden='true'>
          Speed
        </span>
        <div className='row wrap'>
          <Segmented label='Speed' value={isOwn ? 'own' : named} options={SPEED_LABELS} onChange={choose} />
          <Button
            size='sm'
            disabled={(speed === 0 && !isMoving) || move.isPending}
            onClick={() => {
              setIsOwn(false);
              move.mutate({ pause: true });
            }}
          >
            Pause
          </Button>
        </div>
        <Problem text={isAsked ? null : refused} />
      </div>
      {isAsked && (
        <OneField
          input={{
            label: 'Times as fast as usual',
            inputMode: 'decimal',
            placeholder: named === 'own' ? String(speed) : '120',
          }}
          action='Set'
          move={move}
          read={readSpeed}
          onRead={(own) => move.mutate({ speed: own }, { onSuccess: () => setIsOwn(false) })}
        />
      )}
    </>
  );
}
