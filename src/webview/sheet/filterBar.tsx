import { useRef } from 'preact/hooks';
import { splitSearch, writeFilter, type WrittenTerm } from '../../core/artifact/search/parseSearch.ts';
import { startOfDay } from '../../core/support/startOfDay.ts';
import { sheetSorts } from '../../protocol/sheet.ts';
import { joinClasses } from '../elements.tsx';
import { fill } from '../format.ts';
import type { Page } from '../page.ts';
import { hostNow } from '../state.ts';
import { useFocus, usePage } from '../usePage.ts';

type Option = readonly [value: string, label: string];

interface Picker {
  readonly label: string;
  /** The first one is the default. */
  readonly options: readonly Option[];
  readonly value: string;
  readonly pick: (value: string) => void;
  /** Whether any but the first option hides results. */
  readonly isFilter: boolean;
}

/** The pickers of filters, axes and order. One that offers no choice is not shown. */
export function FilterBar() {
  const page = usePage();
  const bar = useRef<HTMLDivElement>(null);
  useFocus('filters', () => bar.current?.querySelector('select')?.focus());
  const pickers = [...buildFilters(page), ...buildAxisPickers(page), buildSortPicker(page)];
  return (
    <div class="filter-bar" ref={bar} role="group" aria-label={page.strings.filters}>
      {pickers
        .filter(({ options, value }) => options.length > 2 || value !== options[0]?.[0])
        .map((picker) => (
          <PickerView key={picker.label} {...picker} />
        ))}
    </div>
  );
}

/** The options of a filter show what it filters, so its label is only for screen readers. */
function PickerView({ label, options, value, pick, isFilter }: Picker) {
  // A value that is set may be no longer offered, or was typed.
  const isOffered = options.some(([each]) => each === value);
  return (
    <label class={joinClasses('picker-label', isFilter && value !== options[0]?.[0] && 'restricted')}>
      <span class={isFilter ? 'for-screen-readers' : undefined}>{label}</span>
      <select class="picker" value={value} onChange={({ currentTarget }) => pick(currentTarget.value)}>
        {[...options, ...(isOffered ? [] : [[value, value] as const])].map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Each picker shows and replaces the terms of the query that it owns. The first option is no term. */
function buildFilters(page: Page): readonly Picker[] {
  const { strings, formats, sheet } = page;
  const { models, jobs, runs, axes, maxUsd } = sheet.choices.value;
  const { query } = sheet.settings.value;
  const create = (
    label: string,
    owns: (term: WrittenTerm) => boolean,
    any: string,
    options: readonly Option[],
  ): Picker => ({
    label,
    options: [['', any], ...options],
    value: [...splitSearch(query)].find(owns)?.term ?? '',
    pick: (value) => sheet.setQuery(replaceTerms(query, owns, value)),
    isFilter: true,
  });
  const by =
    (...filters: readonly string[]) =>
    ({ filter }: WrittenTerm): boolean =>
      filter !== null && filters.includes(filter);
  // Swedes write a day as a query has it.
  const dayOf = (atMs: number): string => new Date(atMs).toLocaleDateString('sv');
  const since = (days: number): string => `after:${dayOf(startOfDay(hostNow(page.state.value), -days))}`;
  return [
    create(strings.mark, by('mark'), strings['mark.all'], [
      ['mark:star', strings['mark.star']],
      ['-mark:reject', strings['mark.unrejected']],
      ['mark:none', strings['mark.unmarked']],
      ['mark:reject', strings['mark.reject']],
    ]),
    create(
      strings.rating,
      by('rating'),
      strings.anyRating,
      [1, 2, 3, 4, 5].map((rating) => [`rating:>=${rating}`, fill(strings.minRating, { rating })]),
    ),
    create(
      strings.state,
      by('status'),
      strings['show.present'],
      (['saved', 'live', 'problem', 'missing', 'any'] as const).map((state) => [
        `status:${state}`,
        strings[`show.${state}`],
      ]),
    ),
    create(strings.model, by('model'), strings.anyModel, listNames('model', models)),
    create(strings.job, by('job'), strings.anyJob, listNames('job', jobs)),
    create(
      strings.run,
      by('run'),
      strings.anyRun,
      runs.map(({ id, at }, index) => [writeFilter('run', id), index === 0 ? strings.newestRun : formats.date(at)]),
    ),
    create(strings.date, by('after', 'before', 'date'), strings.anyDate, [
      [since(0), strings.today],
      [since(7), strings.lastWeek],
      [since(30), strings.lastMonth],
    ]),
    create(
      strings.cost,
      by('cost'),
      strings.anyCost,
      listLimits(maxUsd).map((usd) => [`cost:<=${usd}`, fill(strings.maxCost, { amount: formats.usd(usd) })]),
    ),
    ...[...axes].map(([axis, values]) =>
      create(
        axis,
        ({ filter, value }) => filter === 'axis' && value.startsWith(`${axis}=`),
        fill(strings.anyValue, { axis }),
        values.map((value) => [writeFilter('axis', `${axis}=${value}`), value]),
      ),
    ),
  ];
}

/** The equals sign leaves out names that only contain this one. */
function listNames(filter: 'model' | 'job', names: readonly string[]): readonly Option[] {
  return names.map((name) => [writeFilter(filter, `=${name}`), name]);
}

/** Puts a term in the place of others. It comes first, so that words stay the end of the query. */
function replaceTerms(query: string, isReplaced: (term: WrittenTerm) => boolean, term: string): string {
  const others = [...splitSearch(query)].filter((each) => !isReplaced(each));
  return [term, ...others.map((each) => each.term)].filter(Boolean).join(' ');
}

/** Offers the largest cost, half, a quarter and a tenth of it, in whole digits. */
function listLimits(largest: number): readonly number[] {
  if (largest === 0) return [];
  return [largest, ...[0.5, 0.25, 0.1].map((share) => Number((largest * share).toPrecision(1)))];
}

/** Which axes are rows and columns. */
function buildAxisPickers({ strings, sheet }: Page): readonly Picker[] {
  const settings = sheet.settings.value;
  const axes = settings.axes ?? sheet.axes.value;
  const create = (name: 'rows' | 'columns', other: 'rows' | 'columns'): Picker => ({
    label: strings[name],
    options: [['', strings.noAxis], ...[...sheet.choices.value.axes.keys()].map((axis): Option => [axis, axis])],
    value: axes[name] ?? '',
    pick(value) {
      const picked = { ...axes, [name]: value || null };
      // An axis cannot be both: the other picker gets the axis that this one had.
      if (value !== '' && axes[other] === value) picked[other] = axes[name];
      sheet.configure({ ...settings, axes: picked });
    },
    isFilter: false,
  });
  return [create('rows', 'columns'), create('columns', 'rows')];
}

function buildSortPicker({ strings, sheet }: Page): Picker {
  const settings = sheet.settings.value;
  return {
    label: strings.sort,
    options: sheetSorts.map((sort) => [sort, strings[`sort.${sort}`]]),
    value: settings.sort,
    pick: (value) => sheet.configure({ ...settings, sort: sheetSorts.find((sort) => sort === value) ?? 'newest' }),
    isFilter: false,
  };
}
