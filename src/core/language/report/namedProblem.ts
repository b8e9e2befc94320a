import type { Severity } from '../../jobFile/problem.ts';
import { tableCell } from '../../support/text/tableCell.ts';
import type { PlacedProblem } from './placedProblem.ts';

/** A problem with the path of its file, relative to the repository, with `/`. */
export interface NamedProblem extends PlacedProblem {
  readonly path: string;
}

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** GitHub shows ten annotations of a level for each step, and drops the others without a word. */
const maxAnnotations = 9;

/** Builds the lines that GitHub turns into annotations. The last one of a level says how many more there are. */
export function formatGithub(problems: readonly NamedProblem[]): readonly string[] {
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const own = problems.filter(({ severity }) => levels[severity] === level);
    const more = own.length - maxAnnotations;
    const lines = own.slice(0, maxAnnotations).map(({ path, start, end, code, message }) => {
      const place = Object.entries({
        file: path,
        line: start.line,
        endLine: end.line,
        col: start.column,
        ...(end.line === start.line ? { endColumn: end.column } : {}),
        title: code,
      });
      const facts = place.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
      return `::${level} ${facts}::${escapeData(message)}`;
    });
    return more > 0
      ? [...lines, `::${level} title=Genwright::${more} more of this severity. The summary of the job lists them.`]
      : lines;
  });
}

/** Builds the table for the summary of a job. */
export function formatSummary(problems: readonly NamedProblem[]): string {
  const rows = problems.map(
    ({ path, start, severity, message, code }) =>
      `| ${severity} | ${tableCell(`${path}:${start.line}:${start.column}`)} | ${tableCell(message)} | ${code} |`,
  );
  return ['| severity | place | problem | code |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

const gitlabSeverities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  information: 'info',
  hint: 'info',
};

/** Builds a Code Quality report of GitLab. The fingerprint is the same after a change of other lines. `hash` is SHA-256. */
export function formatGitlab(problems: readonly NamedProblem[], hash: (text: string) => string): string {
  const seen = new Map<string, number>();
  const issues = problems.map(({ path, code, message, severity, start, end }) => {
    const same = JSON.stringify([path, code, message]);
    const number = seen.get(same) ?? 0;
    seen.set(same, number + 1);
    return {
      description: message,
      check_name: code,
      fingerprint: hash(JSON.stringify([same, number])),
      severity: gitlabSeverities[severity],
      location: { path, lines: { begin: start.line, end: end.line } },
    };
  });
  return JSON.stringify(issues, null, 2);
}

const sarifLevels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** Builds a SARIF 2.1.0 log. Columns are UTF-16 units, which is its default. */
export function formatSarif(problems: readonly NamedProblem[], version: string): string {
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  const results = problems.map(({ path, code, severity, message, start, end }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: sarifLevels[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
          region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
        },
      },
    ],
  }));
  const driver = { name: 'Genwright', version, rules: codes.map((id) => ({ id })) };
  const log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return JSON.stringify(log, null, 2);
}
