/** The life of a result in the operator’s hands: proposed or fixed at once, confirmed or withdrawn, reversed. */
import type { ResultAnswer } from '@bellwether/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { formatMoment } from '../format/time.ts';
import { ProposalFacts } from '../results/result-banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS, renew } from '../venue/keys.ts';
import { proposalsOf } from '../venue/result-words.ts';
import { chosenOfEvent, chosenOfMarket, NO_CHOICE, type ResultChoice } from './event-payouts.ts';
import { useOperator } from './operator.tsx';
import { Refusal } from './refusal.tsx';
import { GroundsFields, NO_GROUNDS, NoteField, ResultField, readHours } from './result-fields.tsx';
import { ResultPreview, ReversalPreview, useHolders } from './result-preview.tsx';
import { proposedPayouts, type ResultSubject, resultCalls } from './result-subject.ts';

type ResultDialogProps = { readonly subject: ResultSubject; readonly onClose: () => void };

export function ResultDialog(props: ResultDialogProps) {
  const { isPaid, markets } = props.subject;
  // Fixed: a result that is confirmed meanwhile must not turn the dialog into another one.
  const [Step] = useState(() =>
    isPaid ? ReverseDialog : markets.some(({ proposal }) => proposal !== null) ? DecideDialog : ProposeDialog,
  );
  return <Step {...props} />;
}

/** State of the choice, the result that it names, and the field in which its word is typed. */
function useChoice({ kind, labels, markets, marketsOfEvent }: ResultSubject, onChange: () => void) {
  const [choice, setChoice] = useState<ResultChoice>(NO_CHOICE);
  const [typed, setTyped] = useState('');
  const chosen = kind === 'market' ? chosenOfMarket(choice, labels) : chosenOfEvent(choice, markets, marketsOfEvent);
  const change = (next: ResultChoice): void => {
    setChoice(next);
    setTyped('');
    onChange();
  };
  const isTyped = chosen !== null && typed.trim().toLowerCase() === chosen.word.trim().toLowerCase();
  const word = chosen !== null && (
    <Field label={`Type “${chosen.word}” to confirm`} text={[typed, setTyped]} autoComplete='off' spellCheck={false} />
  );
  return { choice, chosen, change, isTyped, word };
}

function ProposeDialog({ subject, onClose }: ResultDialogProps) {
  const call = useResultCall(subject, onClose);
  const { choice, chosen, change, isTyped, word } = useChoice(subject, call.reset);
  const [grounds, setGrounds] = useState(NO_GROUNDS);
  const holders = useHolders(subject);
  const windowHours = readHours(grounds.hours);
  const isMarket = subject.kind === 'market';
  const isReady = chosen !== null && holders.isSuccess && windowHours !== null && (windowHours > 0 || isTyped);
  const confirm = (): void => {
    if (chosen === null || windowHours === null || chosen.result === 'open') return;
    const { result, title } = chosen;
    const { source, note } = { ...grounds, note: grounds.note.trim() || (chosen.note ?? '') };
    call.mutate({ send: (calls) => calls.propose(result, { source, note, windowHours }), title });
  };
  return (
    <Frame
      title={isMarket ? 'Resolve market' : 'Resolve event'}
      action={windowHours !== 0 ? 'Propose' : isMarket ? 'Resolve and pay' : 'Resolve all and pay'}
      {...{ subject, call, isReady, onClose }}
      onConfirm={confirm}
    >
      <ResultField subject={subject} choice={choice} hint={chosen?.hint} onChange={change} />
      {chosen === null ? (
        <p className='soft small'>Choose the result to see who is paid what{isMarket ? '' : ', over all markets'}.</p>
      ) : (
        <>
          <ResultPreview subject={subject} payouts={chosen.payouts} holders={holders} />
          <GroundsFields grounds={grounds} onChange={setGrounds} />
          {windowHours === 0 && word}
        </>
      )}
    </Frame>
  );
}

function DecideDialog({ subject, onClose }: ResultDialogProps) {
  const call = useResultCall(subject, onClose);
  const [note, setNote] = useState('');
  const holders = useHolders(subject);
  const [proposed] = proposalsOf(subject.markets);
  const isDisputed = proposed?.proposal.disputed !== undefined;
  const title = subject.kind === 'market' ? 'Market resolved' : 'Event resolved';
  return (
    <Frame
      title='Proposed result'
      action={isDisputed ? 'Confirm all the same and pay' : 'Confirm and pay'}
      {...{ subject, call, onClose }}
      isReady={proposed !== undefined && holders.isSuccess}
      onConfirm={() => call.mutate({ send: (calls) => calls.confirm(note), title })}
      more={
        <Button
          busy={call.isPending}
          onClick={() => call.mutate({ send: (calls) => calls.withdraw(note), title: 'Proposal withdrawn' })}
        >
          Withdraw
        </Button>
      }
    >
      {proposed === undefined ? (
        <p>Nothing is proposed any more.</p>
      ) : (
        <>
          <p>
            {isDisputed ? 'Disputed' : 'Proposed'}: <strong>{proposed.words}</strong>
          </p>
          <ProposalFacts proposal={proposed.proposal} />
          <ResultPreview subject={subject} payouts={proposedPayouts(subject.markets)} holders={holders} />
          <NoteField value={note} onChange={setNote} />
        </>
      )}
    </Frame>
  );
}

function ReverseDialog({ subject, onClose }: ResultDialogProps) {
  const call = useResultCall(subject, onClose);
  const { choice, chosen, change, isTyped, word } = useChoice(subject, call.reset);
  const [note, setNote] = useState('');
  const confirm = (): void => {
    if (chosen === null) return;
    call.mutate({ send: (calls) => calls.reverse(chosen.result, note), title: 'Result reversed' });
  };
  return (
    <Frame
      title='Reverse the result'
      action='Reverse'
      {...{ subject, call, onClose }}
      isReady={isTyped && note.trim() !== ''}
      onConfirm={confirm}
    >
      <ResultField subject={subject} choice={choice} hint={chosen?.hint} onChange={change} />
      {chosen === null ? (
        <p className='soft small'>Choose the right result to see what is taken back and who is paid.</p>
      ) : (
        <>
          <ReversalPreview subject={subject} payouts={chosen.payouts} />
          <NoteField isRequired value={note} onChange={setNote} />
          {word}
        </>
      )}
    </Frame>
  );
}

interface Sending {
  readonly send: (calls: ReturnType<typeof resultCalls>) => Promise<ResultAnswer>;
  readonly title: string;
}

function useResultCall(subject: ResultSubject, onDone: () => void) {
  const { client } = useOperator();
  const clock = useClock();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ send }: Sending) => send(resultCalls(subject, client.admin)),
    onSuccess: async (answer, { title }) => {
      onDone();
      showToast(newsOf(answer, title, clock.now()));
      await renew(cache, KEYS.markets, KEYS.event(subject.eventSlug), KEYS.events);
    },
  });
}

function newsOf({ status, ends_at: endsAt, markets }: ResultAnswer, title: string, nowMs: number) {
  const tone = 'good' as const;
  // A window of 0 hours ends with the answer.
  if (status === 'proposed' && endsAt !== null && Date.parse(endsAt) > nowMs + 1_000) {
    return { title: 'Result proposed', text: `It is paid ${formatMoment(endsAt)}, unless someone disputes it.`, tone };
  }
  if (status === 'open') return { title, text: 'Orders are taken again.', tone };
  const count = markets.length === 1 ? '' : `All ${markets.length} markets are resolved; `;
  const paid = status === 'resolved' ? 'holders are paid.' : 'holders are being paid.';
  return { title, text: count === '' ? `H${paid.slice(1)}` : count + paid, tone };
}

interface FrameProps {
  readonly title: string;
  readonly subject: ResultSubject;
  readonly action: string;
  readonly isReady: boolean;
  readonly call: { readonly error: unknown; readonly isPending: boolean };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Another button. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ title, subject, action, isReady, call, onConfirm, onClose, more, children }: FrameProps) {
  return (
    <Dialog title={title} open wide onClose={onClose}>
      <Form className='stack' onSend={() => isReady && onConfirm()} noValidate>
        <p>
          <strong>{subject.title}</strong>
        </p>
        {children}
        <Refusal error={call.error} />
        <div className='row wrap end'>
          <Button onClick={onClose}>Cancel</Button>
          {more}
          <Button type='submit' kind='danger' disabled={!isReady} busy={call.isPending}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
