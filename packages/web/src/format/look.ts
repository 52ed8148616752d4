/**
 * Name and currency of the venue that served the page. The gateway marks the served page with them, so that nothing
 * waits for a request and no figure is first shown in another currency.
 */
const marks: Readonly<DOMStringMap> = globalThis.document?.documentElement.dataset ?? {};

export const VENUE_NAME = marks['name'] ?? 'Bellwether';

/** A sign such as `€`, or a word such as `points`. */
export const CURRENCY = marks['currency'] ?? '$';
