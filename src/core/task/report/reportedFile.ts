import type { RunsRecord } from '../../artifact/runsRecord.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { formatAmount } from '../../support/text/formatAmount.ts';
import { sandboxProfile } from '../gatewayPort.ts';
import { nameRequest } from './nameRequest.ts';
import { tableCell } from '../../support/text/tableCell.ts';

/** A job file with the last record of each of its requests. */
export interface ReportedFile {
  /** Relative to the repository, with `/`. */
  readonly name: string;
  readonly records: readonly RunsRecord[];
}

/** Returns the last record of each request. A merge may have put an older line after a newer one. */
export function listNewest(records: readonly RunsRecord[]): readonly RunsRecord[] {
  const byTime = records.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return [...new Map(byTime.map((each) => [canonicalJson([each.job, each.index, each.axes]), each])).values()];
}

/** What a host says about the end of a request. */
export type DescribeEnd = (record: RunsRecord) => string;

/** Builds a JUnit report: a suite for each job file, a case for each request. */
export function formatJunit(files: readonly ReportedFile[], describeEnd: DescribeEnd): string {
  const suites = files.map(({ name, records }) => {
    const failures = records.filter(({ status }) => status === 'failed').length;
    const errors = records.filter(({ status }) => status !== 'failed' && status !== 'saved').length;
    const cases = records.map((record) => {
      const head = `<testcase classname="${escapeXml(name)}" name="${escapeXml(nameRequest(name, record))}"`;
      if (record.status === 'saved') return `    ${head}/>`;
      const kind = record.status === 'failed' ? 'failure' : 'error';
      return `    ${head}><${kind} type="${escapeXml(record.error?.code ?? record.status)}" message="${escapeXml(describeEnd(record))}"/></testcase>`;
    });
    const counts = `tests="${records.length}" failures="${failures}" errors="${errors}"`;
    return [`  <testsuite name="${escapeXml(name)}" ${counts}>`, ...cases, '  </testsuite>'].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Genwright">\n${suites.join('\n')}\n</testsuites>\n`;
}

/** Builds a page of Markdown: a table of job files, and each request without a result. */
export function formatMarkdown(files: readonly ReportedFile[], describeEnd: DescribeEnd): string {
  const rows = files.map(({ name, records }) => {
    const saved = records.filter(({ status }) => status === 'saved').length;
    const amounts = records
      .filter(({ profile }) => profile !== sandboxProfile)
      .flatMap(({ amount_usd: usd }) => usd ?? []);
    const cost = amounts.length === 0 ? '–' : formatAmount(amounts.reduce((sum, usd) => sum + usd, 0));
    return `| ${tableCell(name)} | ${saved} | ${records.length - saved} | ${cost} |`;
  });
  const failures = files.flatMap(({ name, records }) =>
    records
      .filter(({ status }) => status !== 'saved')
      .map((each) => `- ${tableCell(nameRequest(name, each))}: ${tableCell(describeEnd(each))}`),
  );
  const table = ['| job file | made | without a result | cost |', '| --- | ---: | ---: | ---: |', ...rows, ''];
  return [...table, ...(failures.length > 0 ? ['', ...failures, ''] : [])].join('\n');
}

/** Everything that XML 1.0 does not allow is left out. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, ' ');
}
