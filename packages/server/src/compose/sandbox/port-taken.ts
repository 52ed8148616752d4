/** Whether a listener could not be opened because another one has its port. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'EADDRINUSE';
