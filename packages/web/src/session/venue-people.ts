/**
 * Way in which the venue that served the page takes people in. The gateway marks the served page with it, so that a
 * venue without people costs no request.
 */
const marks: Readonly<DOMStringMap> = globalThis.document?.documentElement.dataset ?? {};

/** True if the venue knows people by a session: they join by a link, a provider, or an operator who lets them in. */
export const HAS_PEOPLE = marks['join'] !== undefined;

/** True if only people who have joined may read. */
export const IS_FOR_MEMBERS = marks['reads'] === 'members';
