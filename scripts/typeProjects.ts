import { join } from 'node:path';
import { cacheDir } from '../test/hosts/paths.ts';

/** The projects of the compiler. `core` knows neither Node nor VS Code, and `webview` knows the browser. */
const projects = { all: 'tsconfig.json', core: 'src/core/tsconfig.json', webview: 'src/webview/tsconfig.json' };

/** Arguments of `tsc` for each project. The compiler keeps what it knows of a project, and checks only what has changed. */
export const typeChecks: readonly (readonly string[])[] = Object.entries(projects).map(([name, path]) => {
  return ['-p', path, '--incremental', '--tsBuildInfoFile', join(cacheDir, `${name}.tsbuildinfo`)];
});
