/** The operator of this tab: the token, kept for this tab alone, and a client that sends it. Never leaves this venue. */
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { type Client, createOperatorClient } from '../venue/client.ts';

const STORE_KEY = 'bellwether.operator-token';

export interface Operator {
  /** Sends the token with every call of the operator. */
  readonly client: Client;
  /** Forgets the token. */
  readonly leave: () => void;
}

const OperatorContext = createContext<Operator | null>(null);

/** The operator below an `OperatorProvider`. */
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
  const [token, setToken] = useState(readToken);
  const operator = useMemo<Operator | null>(() => {
    if (token === '') return null;
    const leave = (): void => {
      writeToken('');
      setToken('');
    };
    return { client: createOperatorClient(token), leave };
  }, [token]);
  if (operator === null) {
    return otherwise((entered) => {
      writeToken(entered);
      setToken(entered);
    });
  }
  return <OperatorContext value={operator}>{children}</OperatorContext>;
}

/** A browser that keeps nothing still lets the operator in, until the page is reloaded. */
function readToken(): string {
  try {
    return sessionStorage.getItem(STORE_KEY) ?? '';
  } catch {
    return '';
  }
}

function writeToken(token: string): void {
  try {
    if (token === '') sessionStorage.removeItem(STORE_KEY);
    else sessionStorage.setItem(STORE_KEY, token);
  } catch {
    // Kept in memory alone then.
  }
}
