/** The venue's looks: those that the page was served with, and later ones as soon as a read tells them. */
import type { Venue } from '@bellwether/contract';
import { accentTints } from '@bellwether/contract/accent-tints';
import { useSyncExternalStore } from 'react';
import { CURRENCY, setWords, VENUE_NAME } from '../format/look.ts';

export type VenueLook = Pick<Venue, 'name' | 'currency'> & Venue['looks'];

const marks: Readonly<DOMStringMap> = globalThis.document?.documentElement.dataset ?? {};
const { accent = '', logo = '', welcome = '', terms = '' } = marks;
let look: VenueLook = { name: VENUE_NAME, currency: CURRENCY, accent, logo, welcome, terms };
const listeners = new Set<() => void>();

/** Puts the looks of an answer in force. Returns the answer. */
export function takeLook<Answer extends Pick<Venue, 'name' | 'currency' | 'looks'>>(answer: Answer): Answer {
  const { name, currency, looks } = answer;
  const next: VenueLook = { name, currency, ...looks };
  const fields = Object.keys(next) as (keyof VenueLook)[];
  if (fields.every((field) => next[field] === look[field])) return answer;
  if (next.accent !== look.accent) setTints(document.documentElement, next.accent);
  look = next;
  setWords(name, currency);
  for (const changed of listeners) changed();
  return answer;
}

function setTints({ style }: HTMLElement, chosen: string): void {
  for (const name of ['--accent', '--accent-strong', '--accent-soft']) style.removeProperty(name);
  // Older browsers keep the page's own accent.
  if (chosen === '' || !CSS.supports('color', 'light-dark(#000, #fff)')) return;
  for (const [name, value] of Object.entries(accentTints(chosen))) style.setProperty(name, value);
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};

export const useLook = (): VenueLook => useSyncExternalStore(subscribe, () => look);
