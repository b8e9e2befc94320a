import { TextButton } from '../elements.tsx';
import { fill } from '../format.ts';
import { EmptyNotice } from '../notice.tsx';
import { usePage } from '../usePage.ts';
import { CellMenu } from './cellMenu.tsx';
import { FilterBar } from './filterBar.tsx';
import { GridView } from './gridView.tsx';
import { SheetBar } from './sheetBar.tsx';

/** All results of the job file in a grid. */
export function Sheet() {
  const { view, sheet, strings } = usePage();
  const isEmpty = sheet.grid.value.order.length === 0;
  const total = sheet.total.value;
  return (
    <div class="sheet" role="main" hidden={view.value !== 'sheet'}>
      <SheetBar />
      {sheet.areFiltersOpen.value && <FilterBar />}
      {sheet.limit.value !== null && <p class="sheet-notice">{fill(strings.limited, { count: sheet.limit.value })}</p>}
      <GridView />
      {total === 0 && <EmptyNotice />}
      {total !== null && total > 0 && isEmpty && <NoMatch total={total} />}
      <InfoLine />
      {sheet.menu.value && <CellMenu key={sheet.menu.value} {...sheet.menu.value} />}
    </div>
  );
}

/** Says that the filters hide all results. */
function NoMatch({ total }: { readonly total: number }) {
  const { strings, sheet } = usePage();
  return (
    <div class="notice sheet-empty">
      <h2>{strings.noMatchTitle}</h2>
      <p>{fill(strings.noMatchText, { count: total })}</p>
      <TextButton icon="clear-all" label={strings.clearFilters} press={() => sheet.clearFilters()} />
    </div>
  );
}

/** The line below the grid: what the cell of the active result has no room for, or why a key has no effect. */
function InfoLine() {
  const { sheet, formats } = usePage();
  const item = sheet.itemOf(sheet.activeId);
  const explanation = sheet.explanation.value;
  if (!item && explanation === null) return null;
  const facts = item && [
    item.name,
    ...item.axes.map(([name, value]) => `${name}: ${value}`),
    item.model,
    item.amountUsd === null || item.isSandbox ? null : formats.usd(item.amountUsd),
    item.note,
  ];
  return (
    <div class="sheet-info" aria-hidden="true">
      <span class="info-facts">{explanation ?? facts?.filter((part) => part !== null).join(' · ')}</span>
      <span class="info-prompt">{explanation === null && item && sheet.prompts.of(item.id)}</span>
    </div>
  );
}
