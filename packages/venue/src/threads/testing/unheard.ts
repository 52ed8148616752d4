/** A projector's reports that a test does not look at; a failure ends it. */
export const UNHEARD = {
  onProjected: () => undefined,
  onReplaced: () => undefined,
  onDamaged: async () => undefined,
  onUnwritable: async () => undefined,
  onRebuilt: () => undefined,
  onFailure: (message: string): never => {
    throw new Error(message);
  },
};
