/** Settings of the identity provider; the venue's configuration has checked them. */
export interface ProviderSettings {
  /** Issuer exactly as its discovery document names it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes that are asked for. */
  readonly scopes: readonly string[];
  /** Domains of accepted e-mail addresses, in lower case; empty accepts every domain. */
  readonly domains: readonly string[];
  /** Claim that lists a person's groups; null leaves groups to the operator. */
  readonly groupsClaim: string | null;
  /** Role by value of the claims `roles` and groups; null leaves roles to the owner. */
  readonly roles: ReadonlyMap<string, string> | null;
}
