/** `host:port` of a node, with brackets around an IPv6 address. */

export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** Null if the text is not a valid address. */
export function parseNodeAddress(text: string): NodeAddress | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/@]+)):([0-9]{1,5})$/.exec(text);
  const [, v6, name, digits] = match ?? [];
  const host = v6 ?? name;
  const port = Number(digits);
  if (host === undefined || port < 1 || port > 65_535) return null;
  return { host, port };
}
