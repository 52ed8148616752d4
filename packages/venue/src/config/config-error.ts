/** An invalid setting; the message names the variable and the rule. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
