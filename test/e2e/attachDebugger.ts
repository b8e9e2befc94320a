import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generatedPositionFor, LEAST_UPPER_BOUND, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** A line of a source file, from 1. `source` is an absolute path. */
interface SourceLine {
  readonly source: string;
  readonly line: number;
}

/** Attached to a Node process by the inspector protocol, as the JavaScript debugger of VS Code is. */
export interface Debugger {
  /** Sets a breakpoint in a source file, wherever the source maps of the built files say that its code is. */
  setBreakpoint(at: SourceLine): Promise<void>;
  /** Resolves with the first stop at a breakpoint: its line in the source file, and the variables of the innermost function. */
  paused(): Promise<SourceLine & { readonly variables: Readonly<Record<string, string>> }>;
  resume(): Promise<void>;
  close(): void;
}

interface Script {
  readonly scriptId: string;
  readonly url: string;
  readonly sourceMapURL?: string;
}

/** The parts of the protocol's objects that are used here. Lines and columns are from 0. */
interface Paused {
  readonly callFrames: readonly {
    readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber: number };
    readonly scopeChain: readonly { readonly type: string; readonly object: { readonly objectId: string } }[];
  }[];
}
interface Properties {
  readonly result: readonly {
    readonly name: string;
    readonly value?: { readonly value?: unknown; readonly description?: string };
  }[];
}

/** `url` is that of the inspector. `folder` contains the built files, with their source maps beside them. */
export async function attachDebugger(url: string, folder: string): Promise<Debugger> {
  const { call, on, close } = await connect(url);
  const scripts = new Map<string, Script>();
  on('Debugger.scriptParsed', (script) => void scripts.set((script as Script).scriptId, script as Script));
  const firstPause = new Promise<Paused>((resolve) => on('Debugger.paused', (pause) => resolve(pause as Paused)));
  await call('Debugger.enable');
  return {
    async setBreakpoint({ source: path, line }) {
      const source = pathToFileURL(path).href;
      const files = globSync('*.map', { cwd: folder }).map((name) => join(folder, name));
      const maps = await Promise.all(files.map(readMap));
      const found = maps.findIndex(({ resolvedSources }) => resolvedSources.includes(source));
      const [file, map] = [files[found], maps[found]];
      if (!file || !map) throw new Error(`No source map in ${folder} names ${source}`);
      const { line: built, column } = generatedPositionFor(map, { source, line, column: 0, bias: LEAST_UPPER_BOUND });
      if (built === null) throw new Error(`No code belongs to ${source}:${line}`);
      const place = {
        url: pathToFileURL(file.replace(/\.map$/, '')).href,
        lineNumber: built - 1,
        columnNumber: column,
      };
      await call('Debugger.setBreakpointByUrl', place);
    },
    async paused() {
      const [frame] = (await firstPause).callFrames;
      if (!frame) throw new Error('A stop has no call frame');
      const script = scripts.get(frame.location.scriptId);
      if (!script?.sourceMapURL) throw new Error(`${script?.url} names no source map`);
      const map = await readMap(resolve(dirname(fileURLToPath(script.url)), script.sourceMapURL));
      const { lineNumber, columnNumber } = frame.location;
      const { source, line } = originalPositionFor(map, { line: lineNumber + 1, column: columnNumber });
      const variables: Record<string, string> = {};
      for (const { object } of frame.scopeChain.filter(({ type }) => ['local', 'block'].includes(type))) {
        const { result } = (await call('Runtime.getProperties', { objectId: object.objectId })) as Properties;
        for (const { name, value } of result) variables[name] ??= value?.description ?? JSON.stringify(value?.value);
      }
      return { source: source ? fileURLToPath(source) : '', line: line ?? 0, variables };
    },
    resume: async () => void (await call('Debugger.resume')),
    close,
  };
}

/** Returns a source map whose sources are `file:` URLs. */
async function readMap(file: string): Promise<TraceMap> {
  return new TraceMap(await readFile(file, 'utf8'), pathToFileURL(file).href);
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: unknown;
}

async function connect(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Message) => void>();
  const listeners = new Map<string, (params: unknown) => void>();
  let lastId = 0;
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened, { once: true });
    socket.addEventListener('error', () => failed(new Error(`${url} does not answer`)), { once: true });
  });
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) return listeners.get(message.method ?? '')?.(message.params);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ error: { message: 'the connection has ended' } });
  });
  return {
    on: (method: string, listener: (params: unknown) => void) => void listeners.set(method, listener),
    call: async (method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
      lastId += 1;
      socket.send(JSON.stringify({ id: lastId, method, params }));
      const { error, result } = await new Promise<Message>((answered) => waiting.set(lastId, answered));
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    close: () => socket.close(),
  };
}
