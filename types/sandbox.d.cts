// Types of `sandbox.cjs` for programs in plain Node. `test/unit/parts.test.ts` compares them with the sources.

export interface SandboxOptions {
  /** Absolute path of a folder for tasks and balance. Servers may share it. Default: a folder in the user's home. */
  readonly dataDir?: string;
  /** 0 selects a free port. */
  readonly port?: number;
  /** Divides every task duration: 1 is realistic (a few seconds), 1000 is nearly immediate. */
  readonly speed?: number;
  /** Makes small media quickly, for tests that do not look at the content. */
  readonly draft?: boolean;
  /** Every response of this number is replaced by a fault, of another kind each time. */
  readonly faultEvery?: number;
}

export interface Sandbox {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** URL of the model index, the API description and the test cases. */
  readonly docsUrl: string;
  readonly key: string;
  close(): Promise<void>;
}

/** Starts the gateway that ships with Genwright: offline, free, on loopback. */
export function startSandbox(options?: SandboxOptions): Promise<Sandbox>;
