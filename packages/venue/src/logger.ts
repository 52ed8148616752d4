/** Log of the program: a JSON object a line, with the time in ISO 8601 and the level by name. */
import { type Logger, pino, stdTimeFunctions } from 'pino';

/** `level`: the least severe level that is written. */
export const createLogger = (level: string): Logger =>
  pino({ level, timestamp: stdTimeFunctions.isoTime, formatters: { level: (name) => ({ level: name }) } });
