/** A scenario that is being chosen or written, and what is wrong with it: by the form's own rules or by the venue's. */
import { useMemo, useState } from 'react';
import {
  NO_SCENARIO,
  readScenario,
  refusedScenario,
  type ScenarioChoice,
  type ScenarioRefusal,
  type ScenarioText,
} from './scenario-text.ts';

export interface ScenarioDraft {
  readonly text: ScenarioText;
  readonly change: (part: Partial<ScenarioText>) => void;
  /** null, and told, where it will not do. */
  readonly read: (ready: readonly { readonly name: string }[]) => ScenarioChoice | null;
  /** Of one's own. */
  readonly refusal: ScenarioRefusal | null;
}

/** `error`: why the venue refused it; null while it did not. */
export function useScenarioText(error: unknown): ScenarioDraft {
  const [text, setText] = useState<ScenarioText>(NO_SCENARIO);
  const [rule, setRule] = useState<ScenarioRefusal | null>(null);
  const { by, json } = text;
  // The same until it changes: the line that was refused is shown once.
  const refused = useMemo(
    () => (error === null || by === 'ready' ? null : refusedScenario(json, error)),
    [error, by, json],
  );
  return {
    text,
    change: (part) => {
      setText({ ...text, ...part });
      setRule(null);
    },
    read: (ready) => {
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
