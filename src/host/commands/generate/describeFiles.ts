import { posix } from 'node:path';
import { groupBy } from '../../../core/support/groupBy.ts';
import { cutText } from '../../../core/support/text/cutText.ts';
import type { LocalFile } from '../../../engine/index.ts';
import { formatBytes } from '../../ui/format.ts';
import type { L10n } from '../../ui/l10n.ts';

/** Formats in the language of the workbench. */
export interface Words {
  readonly l10n: L10n;
  /** Locale for numbers. */
  readonly locale: string;
}

/** If there are more inputs, the inputs of a folder are named together. */
const maxNamedInputs = 10;

/**
 * Describes files, such as `brief.md (3 kB), images/*.png (40 files, 31 MB)`. Text files come first and are always
 * named separately, because any file can be text. Hidden files, which often contain secrets, come first among them.
 */
export function describeFiles(files: readonly LocalFile[], { l10n, locale }: Words): string {
  const byName = [...new Map(files.map((file) => [file.name, file])).values()];
  const texts = byName.filter(({ use }) => use === 'text').toSorted((one, other) => rankOf(one) - rankOf(other));
  const inputs = byName.filter(({ use }) => use !== 'text');
  const groups = inputs.length > maxNamedInputs ? groupByFolder(inputs) : inputs.map((file) => [file]);
  return [...texts.map((file) => [file]), ...groups].map((group) => describeGroup(group, { l10n, locale })).join(', ');
}

function rankOf({ name }: LocalFile): number {
  return /(?:^|\/)\./.test(name) ? 0 : 1;
}

/** Shortens a long name, which could look like a list of files. Its start and end say the most. */
const maxNameUnits = 80;

function shorten(name: string): string {
  if (name.length <= maxNameUnits) return name;
  const half = maxNameUnits / 2;
  return `${cutText(name, half)}${name.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}

function groupByFolder(inputs: readonly LocalFile[]): readonly (readonly LocalFile[])[] {
  return [...groupBy(inputs, patternOf).values()];
}

/** Names the inputs of a folder together, such as `images/*.png`. */
function patternOf({ name }: LocalFile): string {
  return posix.join(posix.dirname(name), `*${posix.extname(name)}`);
}

function describeGroup(group: readonly LocalFile[], { l10n, locale }: Words): string {
  const [first] = group;
  if (!first) return '';
  const size = formatBytes(
    group.reduce((sum, { bytes }) => sum + bytes, 0),
    locale,
  );
  if (group.length === 1) return l10n.t('{name} ({size})', { name: shorten(first.name), size });
  return l10n.t('{pattern} ({count} files, {size})', { pattern: shorten(patternOf(first)), count: group.length, size });
}
