/** News of a venue for other systems: hooks and the outbox, beside the log. */
export { Courier, type Send } from './courier.ts';
export { addMessages, type Draft, type Outcome } from './outbox.ts';
export { openStore } from './tables.ts';
