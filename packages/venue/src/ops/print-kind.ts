/** Wording shared by the commands that print about journals. */
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';

export function printKind(kind: JournalKind | null, print: (line: string) => void): void {
  if (kind === 'sandbox') print("a sandbox's journal: its time was moved, and no venue starts on it");
}

export const count = (value: number): string => value.toLocaleString('en-US');
