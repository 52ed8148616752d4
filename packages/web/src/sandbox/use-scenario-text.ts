/** State of a scenario being chosen or written, with its problems, whether found by the form or by the venue. */
import { useMemo, useState } from 'react';
import {
  NO_SCENARIO,
  readScenario,
  refusedScenario,
  type ScenarioChoice,
  type ScenarioRefusal,
  type ScenarioText,
} from './scenario-text.ts';

interface ScenarioDraft {
  readonly text: ScenarioText;
  readonly change: (part: Partial<ScenarioText>) => void;
  /** Returns the scenario. If it is invalid, returns null and sets `refusal`. */
  readonly read: (ready: readonly { readonly name: string }[]) => ScenarioChoice | null;
  /** Problem of the user's own scenario. */
  readonly refusal: ScenarioRefusal | null;
}

/** Returns the draft of a scenario. `error` is the venue's refusal; null if there is none. */
export function useScenarioText(error: unknown): ScenarioDraft {
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
