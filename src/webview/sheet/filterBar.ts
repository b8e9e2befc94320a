import { sheetMarks, sheetSorts, sheetStates, type SheetFilter, type SheetSettings } from '../../protocol/sheet.ts';
import { element } from '../dom.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../view.ts';
import type { Choices } from './filters.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** One picker of the bar. */
interface Picker {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  /** Whether any but the first option hides results. */
  readonly isFilter?: true;
  readonly pick: (value: string) => void;
}

interface FilterContent {
  readonly settings: SheetSettings;
  readonly choices: Choices;
  /** The largest known cost of a result in USD. 0 for none. */
  readonly maxUsd: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The pickers of filters, order and axes. A picker with only one option is not shown. */
export class FilterBar {
  readonly element = element('div', { class: 'filter-bar', role: 'group' });
  readonly #context: ViewContext;
  readonly #change: (settings: SheetSettings) => void;
  /** Pickers that are shown, by label. They stay while their options change, because one may be open. */
  readonly #shown = new Map<string, { readonly element: HTMLElement; readonly select: HTMLSelectElement }>();
  #pickers: readonly Picker[] = [];

  constructor(context: ViewContext, change: (settings: SheetSettings) => void) {
    this.#context = context;
    this.#change = change;
    this.element.ariaLabel = context.strings.filters;
  }

  show(content: FilterContent): void {
    this.#pickers = this.#build(content).filter(({ options }) => options.length > 1);
    const labels = new Set(this.#pickers.map(({ label }) => label));
    for (const [label, { element: shown }] of this.#shown) {
      if (labels.has(label)) continue;
      shown.remove();
      this.#shown.delete(label);
    }
    for (const [at, picker] of this.#pickers.entries()) this.#draw(picker, at);
  }

  focus(): void {
    this.element.querySelector('select')?.focus();
  }

  /** Puts a new picker at its position. The others stay where they are. */
  #draw(picker: Picker, at: number): void {
    const { label, options, value } = picker;
    const { element: shown, select } = this.#shown.get(label) ?? this.#create(picker);
    if (this.element.children[at] !== shown) this.element.insertBefore(shown, this.element.children[at] ?? null);
    const known = [...select.options].map((each) => `${each.value} ${each.text}`).join('\n');
    if (known !== options.map((each) => `${each.value} ${each.label}`).join('\n')) {
      select.replaceChildren(
        ...options.map((each) => element('option', { text: each.label, attributes: { value: each.value } })),
      );
    }
    if (select.value !== value) select.value = value;
    shown.classList.toggle('restricted', picker.isFilter === true && value !== options[0]?.value);
  }

  /** The options of a filter show what it filters, so its label is only for screen readers. */
  #create({ label, isFilter }: Picker): { readonly element: HTMLElement; readonly select: HTMLSelectElement } {
    const select = element('select', { class: 'picker' });
    select.addEventListener('change', () => this.#pickers.find((each) => each.label === label)?.pick(select.value));
    const shown = element('label', { class: 'picker-label' }, [
      element('span', { class: isFilter ? 'for-screen-readers' : '', text: label }),
      select,
    ]);
    this.#shown.set(label, { element: shown, select });
    return { element: shown, select };
  }

  #build(content: FilterContent): readonly Picker[] {
    return [
      ...this.#buildMarks(content),
      ...this.#buildFacts(content),
      ...this.#buildAxes(content),
      this.#buildSort(content),
    ];
  }

  #filterPicker(
    { settings }: FilterContent,
    picker: Omit<Picker, 'pick' | 'isFilter'> & { readonly set: (value: string) => Partial<SheetFilter> },
  ): Picker {
    const { set, ...rest } = picker;
    const pick = (value: string): void => this.#change({ ...settings, filter: { ...settings.filter, ...set(value) } });
    return { ...rest, isFilter: true, pick };
  }

  #buildMarks(content: FilterContent): readonly Picker[] {
    const { strings } = this.#context;
    const { filter } = content.settings;
    const ratings = [1, 2, 3, 4, 5].map((rating) => ({
      value: String(rating),
      label: fill(strings.minRating, { rating }),
    }));
    return [
      this.#filterPicker(content, {
        label: strings.mark,
        options: sheetMarks.map((value) => ({ value, label: strings[`mark.${value}`] })),
        value: filter.mark,
        set: (value) => ({ mark: sheetMarks.find((each) => each === value) ?? 'all' }),
      }),
      this.#filterPicker(content, {
        label: strings.rating,
        options: [{ value: '0', label: strings.anyRating }, ...ratings],
        value: String(filter.minRating),
        set: (value) => ({ minRating: Number(value) }),
      }),
    ];
  }

  #buildFacts(content: FilterContent): readonly Picker[] {
    const { strings } = this.#context;
    const { settings, choices } = content;
    const { filter } = settings;
    const named = (values: readonly string[]): readonly Option[] => values.map((value) => ({ value, label: value }));
    return [
      this.#filterPicker(content, {
        label: strings.state,
        options: sheetStates.map((value) => ({ value, label: strings[`show.${value}`] })),
        value: filter.state,
        set: (value) => ({ state: sheetStates.find((each) => each === value) ?? 'present' }),
      }),
      this.#filterPicker(content, {
        label: strings.model,
        options: offer(strings.anyModel, named(choices.models), filter.model),
        value: filter.model ?? '',
        set: (value) => ({ model: value || null }),
      }),
      this.#filterPicker(content, {
        label: strings.job,
        options: offer(strings.anyJob, named(choices.jobs), filter.job),
        value: filter.job ?? '',
        set: (value) => ({ job: value || null }),
      }),
      this.#filterPicker(content, {
        label: strings.run,
        options: offer(strings.anyRun, this.#runOptions(choices), filter.run),
        value: filter.run ?? '',
        set: (value) => ({ run: value || null }),
      }),
      this.#buildDate(content),
      this.#buildCost(content),
    ];
  }

  #runOptions({ runs }: Choices): readonly Option[] {
    const { strings, formats } = this.#context;
    return runs.map(({ id, at }, index) => ({
      value: id,
      label: index === 0 ? strings.newestRun : formats.date(at),
    }));
  }

  #buildDate(content: FilterContent): Picker {
    const { strings, formats } = this.#context;
    const { from } = content.settings.filter;
    const spans = { today: 0, week: 7, month: 30 } as const;
    const since = from === null ? [] : [{ value: 'since', label: fill(strings.since, { date: formats.date(from) }) }];
    return this.#filterPicker(content, {
      label: strings.date,
      options: [
        { value: '', label: strings.anyDate },
        ...since,
        { value: 'today', label: strings.today },
        { value: 'week', label: strings.lastWeek },
        { value: 'month', label: strings.lastMonth },
      ],
      value: from === null ? '' : 'since',
      set: (value) => {
        if (value === '') return { from: null };
        if (!(value in spans)) return {};
        const midnight = new Date(this.#context.hostNow()).setHours(0, 0, 0, 0);
        return { from: midnight - spans[value as keyof typeof spans] * dayMs };
      },
    });
  }

  /** Offers half, a quarter and a tenth of the largest cost, in whole digits. */
  #buildCost(content: FilterContent): Picker {
    const { strings, formats } = this.#context;
    const { maxUsd } = content.settings.filter;
    const steps = [0.5, 0.25, 0.1].map((share) => Number((content.maxUsd * share).toPrecision(1)));
    const limits = content.maxUsd > 0 ? [content.maxUsd, ...steps] : [];
    const shown = maxUsd === null || limits.includes(maxUsd) ? limits : [maxUsd, ...limits];
    return this.#filterPicker(content, {
      label: strings.cost,
      options: [
        { value: '', label: strings.anyCost },
        ...shown.map((limit) => ({
          value: String(limit),
          label: fill(strings.maxCost, { amount: formats.usd(limit) }),
        })),
      ],
      value: maxUsd === null ? '' : String(maxUsd),
      set: (value) => ({ maxUsd: value === '' ? null : Number(value) }),
    });
  }

  /** A filter for each axis, and which of them are rows and columns. */
  #buildAxes(content: FilterContent): readonly Picker[] {
    const { strings } = this.#context;
    const { settings, choices } = content;
    const { filter, rows, columns } = settings;
    const filters = [...choices.axes].map(([name, values]) =>
      this.#filterPicker(content, {
        label: name,
        options: [
          { value: '', label: fill(strings.anyValue, { axis: name }) },
          ...values.map((value, at) => ({ value: String(at + 1), label: value })),
        ],
        value: String(values.indexOf(filter.axes[name] ?? '') + 1 || ''),
        set(value) {
          const { [name]: _, ...others } = filter.axes;
          const chosen = values[Number(value) - 1];
          return { axes: chosen === undefined ? others : { ...others, [name]: chosen } };
        },
      }),
    );
    const names = [...choices.axes.keys()];
    const options = (present: string | null): readonly Option[] =>
      offer(
        strings.noAxis,
        names.map((value) => ({ value, label: value })),
        present,
      );
    const set = (changed: Partial<SheetSettings>): void =>
      this.#change({ ...settings, ...changed, areAxesAutomatic: false });
    // An axis cannot be both: the other picker gets the axis that this one had.
    const pickRows = (value: string): void => set({ rows: value || null, columns: columns === value ? rows : columns });
    const pickColumns = (value: string): void => set({ columns: value || null, rows: rows === value ? columns : rows });
    return [
      ...filters,
      { label: strings.rows, options: options(rows), value: rows ?? '', pick: pickRows },
      { label: strings.columns, options: options(columns), value: columns ?? '', pick: pickColumns },
    ];
  }

  #buildSort({ settings }: FilterContent): Picker {
    const { strings } = this.#context;
    return {
      label: strings.sort,
      options: sheetSorts.map((value) => ({ value, label: strings[`sort.${value}`] })),
      value: settings.sort,
      pick: (value) => this.#change({ ...settings, sort: sheetSorts.find((each) => each === value) ?? 'newest' }),
    };
  }
}

/** Puts "any" first, and adds a value that is set but no longer there. Nothing is offered if there is no choice. */
function offer(anyLabel: string, options: readonly Option[], present: string | null): readonly Option[] {
  if (options.length < 2 && present === null) return [];
  const isOffered = present === null || options.some(({ value }) => value === present);
  const missing = isOffered ? [] : [{ value: present, label: present }];
  return [{ value: '', label: anyLabel }, ...options, ...missing];
}
