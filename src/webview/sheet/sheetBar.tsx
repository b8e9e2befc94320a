import { useRef } from 'preact/hooks';
import { searchExample, splitSearch } from '../../core/artifact/search/parseSearch.ts';
import { maxQueryLength } from '../../protocol/sheet.ts';
import { Icon, IconButton, TextButton } from '../elements.tsx';
import { fill } from '../format.ts';
import { useFocus, usePage } from '../usePage.ts';

/** Sides of a cell in CSS pixels. */
const cellRange = { min: 48, max: 320, step: 8 };

/** The row above the grid: search, counts, and the size of the cells. */
export function SheetBar() {
  const page = usePage();
  const { strings, sheet } = page;
  const areFiltersOpen = sheet.areFiltersOpen.value;
  const cellPx = sheet.cellPx.value;
  return (
    <div class="toolbar sheet-bar">
      <SearchBox />
      <div class="toolbar-group">
        <IconButton
          icon="filter"
          label={strings.filters}
          press={() => (sheet.areFiltersOpen.value = !areFiltersOpen)}
          aria-expanded={areFiltersOpen}
        />
        {sheet.settings.value.query !== '' && (
          <IconButton icon="clear-all" label={strings.clearFilters} press={() => sheet.clearFilters()} />
        )}
      </div>
      <Counts />
      <div class="toolbar-group">
        <input
          class="cell-size"
          type="range"
          {...cellRange}
          value={cellPx}
          title={strings.cellSize}
          aria-label={strings.cellSize}
          aria-valuetext={`${cellPx} px`}
          onInput={({ currentTarget }) =>
            sheet.configure({ ...sheet.settings.value, cellPx: Number(currentTarget.value) })
          }
        />
        <IconButton icon="split-horizontal" label={strings.compare} press={() => sheet.compare()} />
        <IconButton
          icon="export"
          label={strings.exportShown}
          disabled={sheet.grid.value.order.length === 0}
          press={() => sheet.export()}
        />
        <IconButton icon="question" label={strings.showKeys} press={() => (page.dialog.value = { kind: 'keys' })} />
        <IconButton icon="file-media" label={strings.showStage} press={() => page.turnTo('stage', sheet.activeId)} />
      </div>
    </div>
  );
}

function SearchBox() {
  const { strings, sheet } = usePage();
  const { query } = sheet.settings.value;
  const search = useRef<HTMLInputElement>(null);
  useFocus('search', () => {
    search.current?.focus();
    // New words replace those before, and filters stay.
    const words = [...splitSearch(query)].findLast(({ filter }) => filter !== null);
    search.current?.setSelectionRange(words ? words.start + words.term.length + 1 : 0, query.length);
  });
  return (
    <div class="search-box">
      <Icon name="search" />
      <input
        class="search"
        ref={search}
        type="search"
        value={query}
        title={fill(strings.searchHint, { filters: searchExample })}
        placeholder={strings.search}
        aria-label={strings.search}
        spellcheck={false}
        maxLength={maxQueryLength}
        onInput={({ currentTarget }) => sheet.setQuery(currentTarget.value)}
      />
    </div>
  );
}

function Counts() {
  const { strings, sheet } = usePage();
  const total = sheet.total.value ?? 0;
  const count = sheet.grid.value.order.length;
  const selected = sheet.selection.value.ids.size;
  const fresh = sheet.fresh.value;
  return (
    <div class="toolbar-title counts">
      <span class="position">
        {count === total ? fill(strings.resultCount, { count }) : fill(strings.matchCount, { count, total })}
      </span>
      <span class="rest">{selected > 1 && fill(strings.selectedCount, { count: selected })}</span>
      {fresh > 0 && (
        <TextButton
          icon="arrow-down"
          label={fill(strings.newCount, { count: fresh })}
          class="chip"
          title={strings.showNew}
          press={() => sheet.admitAll()}
        />
      )}
    </div>
  );
}
