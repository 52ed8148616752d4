/** A variable that cannot be used; the message names it and the rule. */
export class ConfigError extends Error {
  readonly code = 'config_error';

  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}
