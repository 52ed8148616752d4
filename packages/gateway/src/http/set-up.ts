/** A venue that can still be set up by a link, and what its link does. */
import type { MailCheck, SetUpRequest } from '@bellwether/contract';
import type { State } from '@bellwether/engine';

/** The set-up that one start of a venue offers. */
export interface SetUp {
  readonly token: string;
  /** The file or the setting that holds the admin token. */
  readonly adminTokenAt: string;
  /** Seconds until the link expires; 0 afterwards. */
  secondsLeft(): number;
  /** Address at which people reach the venue; null: where it listens. */
  readonly url: string | null;
  /** Reads what the provider says of itself. Returns why it cannot be used, or null. */
  providerProblem(issuer: string): Promise<string | null>;
  /** Sends a test mail. Returns the rule that the settings break, or null. Throws `MailFailed`. */
  tryMail(check: MailCheck): Promise<string | null>;
  /** Checks the values. `save` writes them durably and puts them in force; it throws `StorageError`. */
  prepare(fields: Omit<SetUpRequest, 'event'>): { readonly problem: string } | { readonly save: () => void };
}

/** True if no one has joined or added anything. A new journal is not empty: it begins with the rules that it follows. */
export function isUnused({ accounts, catalogEvents, tagsBySlug, seriesBySlug, mode }: Readonly<State>): boolean {
  const used = [accounts.length, catalogEvents.size, tagsBySlug.size, seriesBySlug.size];
  return mode === 'open' && used.every((count) => count === 0);
}
