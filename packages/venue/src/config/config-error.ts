/** An invalid setting; the message names the variable and the rule. */
export class ConfigError extends Error {
  readonly code = 'config_error';
  override readonly name = 'ConfigError';
}
