import type { TestContext } from 'node:test';
import type { PreviewItem } from '../../src/protocol/previewItem.ts';
import { makeArtifactItem } from '../support/previewHarness/messages.ts';
import { openPage, type TestPage } from './openPage.ts';

export const lights = ['dawn', 'noon', 'dusk'];
const styles = ['ink', 'oil'];

/** A matrix of six results: `ink-dawn` to `oil-dusk`. The stage loads nothing of a text. */
export const matrix = styles.flatMap((style, row) =>
  lights.map((light, column) =>
    makeArtifactItem(`${style}-${light}`, 1, {
      index: row * 3 + column + 1,
      media: 'markdown',
      uri: 'https://file%2B.vscode-resource.vscode-cdn.net/project/a%20b.png?v=1',
      axes: [
        ['style', style],
        ['light', light],
      ],
    }),
  ),
);

export async function openSheet(
  t: TestContext,
  items: readonly PreviewItem[] = matrix,
  options: Parameters<typeof openPage>[1] = {},
): Promise<TestPage> {
  const page = await openPage(t, { items, width: 1000, ...options });
  await page.page.keyboard.press('g');
  await page.take();
  return page;
}

/** Returns the names of the selected results. The one with the focus is in brackets. */
export async function readSelection({ page }: TestPage): Promise<string> {
  const names = await page.locator('.cell').evaluateAll((cells) =>
    cells
      .filter((cell) => cell.ariaSelected === 'true' || cell === document.activeElement)
      .map((cell) => {
        const name = cell.ariaLabel?.split('.')[0] ?? '';
        return cell === document.activeElement ? `[${name}]` : name;
      }),
  );
  return names.join(' ');
}

/** Returns the names of the cells in their order on the page, line by line. */
export async function readCells({ page }: TestPage): Promise<readonly string[]> {
  const cells = await page.locator('.cell').evaluateAll((all) =>
    all.map((cell) => {
      const { left, top } = cell.getBoundingClientRect();
      return { left, top, name: cell.ariaLabel?.split('.')[0] ?? '' };
    }),
  );
  const lines = new Map<number, typeof cells>();
  for (const cell of cells.toSorted((a, b) => a.top - b.top || a.left - b.left)) {
    lines.set(cell.top, [...(lines.get(cell.top) ?? []), cell]);
  }
  return [...lines.values()].map((line) => line.map(({ name }) => name).join(' '));
}
