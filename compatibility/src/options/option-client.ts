/** A client as the generated test sees it: its calls, values for their options, and a way to make them. */
import type { Companions, Values } from './cases.ts';
import type { Call } from './typings.ts';

export interface OptionClient {
  readonly calls: readonly Call[];
  readonly values: Values;
  readonly companions: Companions;
  /** Makes a call; throws if it is not answered. */
  run(method: string, args: readonly unknown[]): Promise<unknown>;
}

type Methods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
export const call = async (client: unknown, method: string, args: readonly unknown[]): Promise<unknown> =>
  (client as Methods)[method]?.(...args);

/** One value for several options. */
export const at = (make: () => unknown, ...names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, make]));
/** The same values as text. */
export const textValues = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, async () => String(await values[name]?.())]));
