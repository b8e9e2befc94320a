/** How to reach other machines, as VS Code's `http.*` settings say it. */
export interface NetworkSettings {
  /** Whether a proxy may be used at all. */
  readonly proxySupport: 'on' | 'off';
  /** URL of the proxy; null leaves it to the environment. */
  readonly proxy: string | null;
  /** Value of the Proxy-Authorization header; null for what the URL of the proxy says. */
  readonly proxyAuthorization: string | null;
  /** Hosts that are reached without a proxy; when empty, the environment names them. */
  readonly noProxy: readonly string[];
  /** Certificates must be good. */
  readonly strictSsl: boolean;
  /** Certificates that this machine trusts count beside those of the runtime. */
  readonly systemCertificates: boolean;
}

/** Of a process: HTTPS_PROXY and the like. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where nothing is set. */
export const plainNetwork: NetworkSettings = {
  proxySupport: 'on',
  proxy: null,
  proxyAuthorization: null,
  noProxy: [],
  strictSsl: true,
  systemCertificates: true,
};
