/** Arms the drafted rules, and maps problems to fields, whether found by the form or by the venue. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { showToast } from '../ui/toast.tsx';
import type { Drafted, Problems } from './fault-draft.ts';
import { fieldWords, refusedField } from './fault-refusal.ts';
import { FAULTS } from './sandbox-queries.ts';

interface Arming {
  readonly arm: (draft: Drafted) => void;
  /** Must be called whenever the input changes. */
  readonly edited: () => void;
  readonly isBusy: boolean;
  readonly problems: Problems;
  /** A refusal that is about no field; null if there is none. */
  readonly refusal: unknown;
}

export function useArming(): Arming {
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
    arm: ({ wish, problems }) => {
      setOwn(problems);
      if (wish !== null) mutate(wish);
    },
    edited: () => {
      setOwn({});
      if (!isPending) reset();
    },
    isBusy: isPending,
    problems: field === null ? own : { ...own, [field]: fieldWords(error) },
    refusal: field === null ? error : null,
  };
}
