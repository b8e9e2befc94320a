/** How to reach other machines, from VS Code's `http.*` settings. */
export interface NetworkSettings {
  /** Whether a proxy may be used at all. */
  readonly proxySupport: 'on' | 'off';
  /** URL of the proxy. Null to use the environment. */
  readonly proxy: string | null;
  /** Value of the Proxy-Authorization header. Null to use what the URL of the proxy says. */
  readonly proxyAuthorization: string | null;
  /** Hosts that are reached without a proxy. If it is empty, the environment names them. */
  readonly noProxy: readonly string[];
  /** Whether certificates must be valid. */
  readonly strictSsl: boolean;
  /** Whether the certificates that this machine trusts are used in addition to those of the runtime. */
  readonly systemCertificates: boolean;
}

/** Environment variables of a process, such as HTTPS_PROXY. */
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** Settings of a network where nothing is configured. */
export const plainNetwork: NetworkSettings = {
  proxySupport: 'on',
  proxy: null,
  proxyAuthorization: null,
  noProxy: [],
  strictSsl: true,
  systemCertificates: true,
};
