/** Absolute paths that the runner passes to the suite in the environment. */
export interface TestSettings {
  /** File for the result of the suite. */
  readonly results: string;
  /** Settings, storage and logs of this VS Code. */
  readonly data: string;
  readonly logs: string;
  /** The built sandbox. */
  readonly sandbox: string;
}

const variables: Readonly<Record<keyof TestSettings, string>> = {
  results: 'GENWRIGHT_TEST_RESULTS',
  data: 'GENWRIGHT_TEST_DATA',
  logs: 'GENWRIGHT_TEST_LOGS',
  sandbox: 'GENWRIGHT_TEST_SANDBOX',
};

export function testEnvironment(settings: TestSettings): Record<string, string> {
  const { results, data, logs, sandbox } = variables;
  return { [results]: settings.results, [data]: settings.data, [logs]: settings.logs, [sandbox]: settings.sandbox };
}

export function readTestSetting(name: keyof TestSettings): string {
  const value = process.env[variables[name]];
  if (!value) throw new Error(`${variables[name]} is not set: run the suite with npm test -- integration`);
  return value;
}
