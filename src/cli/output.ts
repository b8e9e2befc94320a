import { styleText } from 'node:util';
import { formatJson, type JsonObject, stringifyJson } from '../core/support/json/json.ts';
import { makePrintable } from '../core/support/text/makeInert.ts';
import type { Terminal, TerminalStream } from './terminal.ts';

export type Style = Parameters<typeof styleText>[0];

/** What a command tells. In `text`, results go to stdout. In the other formats, stdout holds JSON and nothing else. */
export interface OutputOptions {
  readonly format: 'text' | 'json' | 'events';
  readonly color: 'auto' | 'always' | 'never';
  /** Only results and errors. */
  readonly isQuiet: boolean;
  /** Also what only a developer of Genwright wants to know. */
  readonly isVerbose: boolean;
}

export type Output = ReturnType<typeof createOutput>;

export type Paint = Output['paint'];

export function createOutput(
  { stdout, stderr, env }: Pick<Terminal, 'stdout' | 'stderr' | 'env'>,
  options: OutputOptions,
) {
  const { format, color, isQuiet, isVerbose } = options;
  // What another program reads is as it is.
  const writeLine = (stream: TerminalStream, text: string): void =>
    void stream.write(`${stream === stderr || stream.isTTY === true ? makePrintable(text) : text}\n`);
  const painter = (stream: TerminalStream) => {
    const isColored =
      color === 'always' || (color === 'auto' && stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb');
    return (style: Style, text: string): string =>
      isColored ? styleText(style, text, { validateStream: false }) : text;
  };
  return {
    options,
    paint: painter(stdout),
    paintNote: painter(stderr),
    /** What the command was run for. */
    print: (text: string): void => {
      if (format === 'text') writeLine(stdout, text);
    },
    /** What a person wants to know meanwhile. */
    note: (text: string): void => {
      if (!isQuiet) writeLine(stderr, text);
    },
    detail: (text: string): void => {
      if (isVerbose) writeLine(stderr, text);
    },
    /** Problems and errors, also for a user who wants only those. */
    warn: (text: string): void => writeLine(stderr, text),
    event: (event: string, facts: object): void => {
      if (format === 'events') writeLine(stdout, stringifyJson({ event, ...facts }));
    },
    /** The one document of the command, which is the last thing on stdout. */
    finish: (document: object): void => {
      if (format === 'json') writeLine(stdout, formatJson(document as JsonObject));
      if (format === 'events') writeLine(stdout, stringifyJson(document as JsonObject));
    },
  };
}
