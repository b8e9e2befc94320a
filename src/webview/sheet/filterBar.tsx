import { useRef } from 'preact/hooks';
import { sheetMarks, sheetSorts, sheetStates, type SheetFilter, type SheetSettings } from '../../protocol/sheet.ts';
import { joinClasses } from '../elements.tsx';
import { fill } from '../format.ts';
import type { Page } from '../page.ts';
import { useFocus, usePage } from '../usePage.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** One picker of the bar. */
interface Picker {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly pick: (value: string) => void;
  /** Whether any but the first option hides results. */
  readonly isFilter: boolean;
}

/** The pickers of filters, order and axes. A picker with only one option is not shown. */
export function FilterBar() {
  const page = usePage();
  const bar = useRef<HTMLDivElement>(null);
  useFocus('filters', () => bar.current?.querySelector('select')?.focus());
  const pickers = [
    ...buildFactFilters(page),
    ...buildAxisFilters(page),
    ...buildAxisPickers(page),
    buildSortPicker(page),
  ];
  return (
    <div class="filter-bar" ref={bar} role="group" aria-label={page.strings.filters}>
      {pickers
        .filter(({ options }) => options.length > 1)
        .map((picker) => (
          <PickerView key={picker.label} {...picker} />
        ))}
    </div>
  );
}

/** The options of a filter show what it filters, so its label is only for screen readers. */
function PickerView({ label, options, value, pick, isFilter }: Picker) {
  return (
    <label class={joinClasses('picker-label', isFilter && value !== options[0]?.value && 'restricted')}>
      <span class={isFilter ? 'for-screen-readers' : undefined}>{label}</span>
      <select class="picker" value={value} onChange={({ currentTarget }) => pick(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

const dayMs = 24 * 60 * 60 * 1000;
const dayCounts: Readonly<Record<string, number>> = { today: 0, week: 7, month: 30 };

/** Filters by what the page knows of each result. */
function buildFactFilters(page: Page): readonly Picker[] {
  const { strings, formats, sheet } = page;
  const { models, jobs, runs } = sheet.choices.value;
  const { filter } = sheet.settings.value;
  const { from, maxUsd } = filter;
  /** `parse` returns the value of the filter for that of an option. */
  const create = <Key extends Exclude<keyof SheetFilter, 'axes'>>(
    key: Key,
    { value = String(filter[key] ?? ''), ...picker }: Omit<Picker, 'pick' | 'isFilter' | 'value'> & { value?: string },
    parse: (value: string) => SheetFilter[Key],
  ): Picker => {
    const pick = (picked: string): void => sheet.setFilter({ ...filter, [key]: parse(picked) });
    return { ...picker, value, pick, isFilter: true };
  };
  const createNamed = (key: 'model' | 'job' | 'run', any: string, options: readonly Option[]): Picker =>
    create(key, { label: strings[key], options: offer(any, options, filter[key]) }, (value) => value || null);
  const marks = sheetMarks.map((value) => ({ value, label: strings[`mark.${value}`] }));
  const ratings = [1, 2, 3, 4, 5].map((rating) => ({ value: `${rating}`, label: fill(strings.minRating, { rating }) }));
  const states = sheetStates.map((value) => ({ value, label: strings[`show.${value}`] }));
  const runOptions = runs.map(({ id, at }, index) => ({
    value: id,
    label: index === 0 ? strings.newestRun : formats.date(at),
  }));
  const dates = [
    { value: '', label: strings.anyDate },
    ...(from === null ? [] : [{ value: 'since', label: fill(strings.since, { date: formats.date(from) }) }]),
    { value: 'today', label: strings.today },
    { value: 'week', label: strings.lastWeek },
    { value: 'month', label: strings.lastMonth },
  ];
  const costs = listLimits(sheet.maxUsd.value, maxUsd).map((limit) => ({
    value: String(limit),
    label: fill(strings.maxCost, { amount: formats.usd(limit) }),
  }));
  const parseDate = (value: string): number | null => {
    const days = dayCounts[value];
    if (days === undefined) return value === 'since' ? from : null;
    return new Date(page.hostNow()).setHours(0, 0, 0, 0) - days * dayMs;
  };
  return [
    create('mark', { label: strings.mark, options: marks }, (value) => value as SheetFilter['mark']),
    create(
      'minRating',
      { label: strings.rating, options: [{ value: '0', label: strings.anyRating }, ...ratings] },
      Number,
    ),
    create('state', { label: strings.state, options: states }, (value) => value as SheetFilter['state']),
    createNamed('model', strings.anyModel, named(models)),
    createNamed('job', strings.anyJob, named(jobs)),
    createNamed('run', strings.anyRun, runOptions),
    create('from', { label: strings.date, options: dates, value: from === null ? '' : 'since' }, parseDate),
    create('maxUsd', { label: strings.cost, options: [{ value: '', label: strings.anyCost }, ...costs] }, (value) =>
      value === '' ? null : Number(value),
    ),
  ];
}

/** Offers half, a quarter and a tenth of the largest cost, in whole digits. */
function listLimits(largest: number, present: number | null): readonly number[] {
  const steps = [0.5, 0.25, 0.1].map((share) => Number((largest * share).toPrecision(1)));
  const limits = largest > 0 ? [largest, ...steps] : [];
  return present === null || limits.includes(present) ? limits : [present, ...limits];
}

function buildAxisFilters({ strings, sheet }: Page): readonly Picker[] {
  const { filter } = sheet.settings.value;
  return [...sheet.choices.value.axes].map(([name, values]) => ({
    label: name,
    options: [
      { value: '', label: fill(strings.anyValue, { axis: name }) },
      ...values.map((value, at) => ({ value: String(at + 1), label: value })),
    ],
    value: String(values.indexOf(filter.axes[name] ?? '') + 1 || ''),
    pick(value) {
      const { [name]: _, ...others } = filter.axes;
      const picked = values[Number(value) - 1];
      sheet.setFilter({ ...filter, axes: picked === undefined ? others : { ...others, [name]: picked } });
    },
    isFilter: true,
  }));
}

/** Which axes are rows and columns. */
function buildAxisPickers({ strings, sheet }: Page): readonly Picker[] {
  const settings = sheet.settings.value;
  const { rows, columns } = settings.areAxesAutomatic ? sheet.axes.value : settings;
  const create = (
    label: string,
    value: string | null,
    set: (value: string | null) => Partial<SheetSettings>,
  ): Picker => ({
    label,
    options: offer(strings.noAxis, named([...sheet.choices.value.axes.keys()]), value),
    value: value ?? '',
    pick: (picked) => sheet.configure({ ...settings, rows, columns, ...set(picked || null), areAxesAutomatic: false }),
    isFilter: false,
  });
  // An axis cannot be both: the other picker gets the axis that this one had.
  return [
    create(strings.rows, rows, (value) => ({
      rows: value,
      columns: value !== null && columns === value ? rows : columns,
    })),
    create(strings.columns, columns, (value) => ({
      columns: value,
      rows: value !== null && rows === value ? columns : rows,
    })),
  ];
}

function buildSortPicker({ strings, sheet }: Page): Picker {
  const settings = sheet.settings.value;
  return {
    label: strings.sort,
    options: sheetSorts.map((value) => ({ value, label: strings[`sort.${value}`] })),
    value: settings.sort,
    pick: (value) => sheet.configure({ ...settings, sort: sheetSorts.find((each) => each === value) ?? 'newest' }),
    isFilter: false,
  };
}

function named(values: readonly string[]): readonly Option[] {
  return values.map((value) => ({ value, label: value }));
}

/** Puts "any" first, and adds a value that is set but no longer there. Nothing is offered if there is no choice. */
function offer(anyLabel: string, options: readonly Option[], present: string | null): readonly Option[] {
  if (options.length < 2 && present === null) return [];
  const isOffered = present === null || options.some(({ value }) => value === present);
  const missing = isOffered ? [] : [{ value: present, label: present }];
  return [{ value: '', label: anyLabel }, ...options, ...missing];
}
