/**
 * The operator signed in to this tab: the token, kept in this tab only, and a client that sends it to this venue only.
 */
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { type Client, createOperatorClient } from '../venue/client.ts';
import { getText, keepText } from '../venue/text-store.ts';

const STORE_KEY = 'bellwether.operator-token';

export interface Operator {
  /** Client that sends the token with every operator call. */
  readonly client: Client;
  /** Signs out and deletes the token. */
  readonly leave: () => void;
}

const OperatorContext = createContext<Operator | null>(null);

/** Returns the operator. Must be called below an `OperatorProvider`. */
export function useOperator(): Operator {
  const operator = use(OperatorContext);
  if (operator === null) throw new Error('useOperator needs an OperatorProvider above');
  return operator;
}

/** Shows `children` once the token has been entered, and `otherwise` before. */
export function OperatorProvider({
  children,
  otherwise,
}: {
  readonly children: ReactNode;
  readonly otherwise: (enter: (token: string) => void) => ReactNode;
}) {
  const [token, setToken] = useState(() => getText(sessionStorage, STORE_KEY));
  const operator = useMemo<Operator | null>(() => {
    if (token === '') return null;
    const leave = (): void => {
      keepText(sessionStorage, STORE_KEY, null);
      setToken('');
    };
    return { client: createOperatorClient(token), leave };
  }, [token]);
  if (operator === null) {
    return otherwise((entered) => {
      // If storage is unavailable, the token lasts until the page is reloaded.
      keepText(sessionStorage, STORE_KEY, entered);
      setToken(entered);
    });
  }
  return <OperatorContext value={operator}>{children}</OperatorContext>;
}
