/** Tools for tests of the engine and of packages built on it. */
export * from './any-text.ts';
export * from './community-commands.ts';
export * from './damaged-json.ts';
export * from './definitions.ts';
export * from './dice.ts';
export * from './generators.ts';
export * from './heartbeat-commands.ts';
export * from './intents.ts';
export * from './naive-exchange.ts';
export { copyNaiveState } from './naive-state.ts';
export * from './runs.ts';
export * from './shadow.ts';
