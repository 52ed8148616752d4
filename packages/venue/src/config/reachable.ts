/** Address for a browser on this machine, which reaches a listener on all addresses by the loopback one. */
export const reachable = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
