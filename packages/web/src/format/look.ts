/**
 * Name and currency of the venue that served the page. The gateway marks the served page with them, so that nothing
 * waits for a request and no figure is first shown in another currency. They change when the operator changes them.
 */
const marks: Readonly<DOMStringMap> = globalThis.document?.documentElement.dataset ?? {};

export let VENUE_NAME = marks['name'] ?? 'Bellwether';

/** A sign such as `€`, or a word such as `points`. */
export let CURRENCY = marks['currency'] ?? '$';

export function setWords(name: string, currency: string): void {
  VENUE_NAME = name;
  CURRENCY = currency;
}
