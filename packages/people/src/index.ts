/** People of a venue: who they are and how they sign in, beside the log and never in it. */
export { openPeople, type PeopleOptions } from './open-people.ts';
export { providerProblem, tryMailServer } from './sign-in/checks.ts';
export type { SignInSettings } from './sign-in/sign-in.ts';
