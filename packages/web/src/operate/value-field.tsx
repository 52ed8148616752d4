/** Field in which the value of a numeric question is typed: it chooses the answer whose range contains it. */
import { useState } from 'react';
import { bucketOf, pointWords, readPoint, type Scale } from '../numeric/scale.ts';
import { Field } from '../ui/field.tsx';
import { NO_CHOICE, type ResultChoice } from './event-payouts.ts';
import type { ResultSubject } from './result-subject.ts';

interface ValueFieldProps {
  readonly subject: ResultSubject;
  readonly scale: Scale;
  readonly onChange: (choice: ResultChoice) => void;
}

export function ValueField({ subject, scale, onChange }: ValueFieldProps) {
  const [text, setText] = useState('');
  const isDate = scale.kind === 'date';
  const answer = answerOf(subject, scale, text);
  const change = (typed: string): void => {
    const winner = answerOf(subject, scale, typed);
    const value = pointWords(scale, readPoint(scale.kind, typed) ?? 0n);
    setText(typed);
    onChange(winner === undefined ? NO_CHOICE : { ...NO_CHOICE, of: winner.conditionId, value });
  };
  const isRead = readPoint(scale.kind, text) !== null;
  const problem = isRead ? 'Its answer has that result already.' : `Enter a ${isDate ? 'day' : 'number'}.`;
  return (
    <Field
      label={scale.unit === '' ? 'Value' : `Value (${scale.unit})`}
      {...(isDate ? { type: 'date' } : { inputMode: 'decimal' as const })}
      text={[text, change]}
      autoComplete='off'
      error={text === '' || answer !== undefined ? null : problem}
      hint={answer === undefined ? 'The answer whose range contains it wins.' : `${answer.label} wins.`}
    />
  );
}

/** The answer that a typed value makes the winner; undefined if there is no such value, or no such answer to choose. */
function answerOf({ all, markets, present }: ResultSubject, scale: Scale, text: string) {
  const point = readPoint(scale.kind, text);
  const winner = point === null ? '' : all[bucketOf(scale, point)];
  return markets.find(({ conditionId }) => conditionId === winner && winner !== present);
}
