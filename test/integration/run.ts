// Runs the suite in VS Code and reports in the words of node:test's summary. A separate process, because
// test-electron writes to the console of the process that it is used in.
import { join } from 'node:path';
import { runScript } from '../hosts/cleanUp.ts';
import { logsDir } from '../hosts/paths.ts';
import { runIntegration } from './runSuite.ts';

await runScript(async (cleanUp) => {
  const { passed, failures } = await runIntegration(cleanUp);
  for (const { title, message } of failures) console.log(`FAILED ${title}\n${message}\n`);
  if (failures.length > 0) console.log(`Logs: ${join(logsDir, 'integration')}`);
  console.log(`# pass ${passed}\n# fail ${failures.length}`);
  return failures.length > 0 ? 1 : 0;
});
