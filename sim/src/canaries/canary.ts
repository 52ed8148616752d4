/**
 * Canaries: defects that the simulator must find. A canary replaces one exported function, or one method of a class,
 * while the venue runs. Product code knows nothing of canaries. Vite's module runner reads an import at each use, so
 * the replacement of an export reaches every importer; Node's own loader would not allow it.
 */

/** Installs the defect and returns a function that removes it. */
export type Change = () => Promise<() => void>;

export interface Canary {
  readonly name: string;
  /** One sentence. */
  readonly breaks: string;
  /** First seed to play. */
  readonly seed: number;
  readonly change: Change;
}

/** A method may name its object; a constructor stays as it is. */
type Replacement<Of, Original> = Original extends (...given: infer Given) => infer Answer
  ? (this: Of, ...given: Given) => Answer
  : Original;

/** Replaces the property `name` of a module or of a prototype. */
export function changed<Of extends object, Name extends string & keyof Of>(
  of: () => Promise<Of>,
  name: Name,
  change: (original: Of[Name]) => Replacement<Of, Of[Name]>,
): Change {
  return async () => {
    const target = await of();
    const original = Object.getOwnPropertyDescriptor(target, name);
    if (original === undefined) throw new Error(`${name} is not where it was`);
    Object.defineProperty(target, name, {
      configurable: true,
      enumerable: original.enumerable === true,
      value: change(target[name]),
    });
    return () => {
      Object.defineProperty(target, name, original);
    };
  };
}
