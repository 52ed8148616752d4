/** Errors as they cross between threads, where classes do not survive: those that callers tell apart are made again. */
import {
  ReaderUnavailable,
  ReadFailed,
  ReadOverdrawn,
  ReadRefused,
  ReadStoreRebuilding,
  ReadStoreUnavailable,
  ReadTooLong,
} from '../../ports/reader.ts';

export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly cpuMs: number;
  readonly retryAfterSeconds: number;
}

export function toPlainError(error: unknown): PlainError {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return {
    name,
    message,
    cpuMs: error instanceof ReadRefused ? error.cpuMs : 0,
    retryAfterSeconds: error instanceof ReadOverdrawn ? error.retryAfterSeconds : 0,
  };
}

export function reviveError(plain: PlainError): Error {
  const error = revive(plain);
  error.message = plain.message;
  if (error instanceof ReadRefused) error.cpuMs = plain.cpuMs;
  return error;
}

function revive({ name, message, cpuMs, retryAfterSeconds }: PlainError): Error {
  switch (name) {
    case 'ReaderUnavailable':
      return new ReaderUnavailable(message);
    case 'ReadOverdrawn':
      return new ReadOverdrawn(retryAfterSeconds);
    case 'ReadStoreRebuilding':
      return new ReadStoreRebuilding();
    case 'ReadStoreUnavailable':
      return new ReadStoreUnavailable();
    case 'ReadTooLong':
      return new ReadTooLong(name, cpuMs);
    case 'ReadFailed':
      return new ReadFailed(message);
    default:
      return new Error(message);
  }
}
