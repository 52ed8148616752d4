/** Returns a function that runs pieces of work one after another. One that fails rejects and delays no other. */
export function createSerialRunner(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
