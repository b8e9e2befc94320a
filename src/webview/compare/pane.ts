import type { ArtifactItem, PreviewDetails } from '../../protocol/previewItem.ts';
import { element, iconButton } from '../dom.ts';
import { fill } from '../format.ts';
import { MarksView, nameWithMarks } from '../marks/marksView.ts';
import { isOfMatrix } from '../marks/marking.ts';
import { Stage } from '../stage.ts';
import { initialState } from '../state.ts';
import type { ViewContext } from '../view.ts';
import type { Difference } from './differences.ts';

interface PaneActions {
  /** Called when the user clicks the result or moves the focus into it. */
  readonly lead: () => void;
  readonly shareZoom: () => void;
  readonly useCombination: () => void;
}

/** One of the results that are compared, with its marks and its differences from the others. */
export class Pane {
  readonly element: HTMLElement;
  readonly stage: Stage;
  /** The result, in its newest state. */
  item: ArtifactItem;
  /** Null until the host has sent them. */
  details: PreviewDetails | null = null;
  readonly #strings: ViewContext['strings'];
  readonly #name = element('h2', { class: 'name' });
  readonly #marks = new MarksView();
  readonly #facts = element('dl', { class: 'compare-facts' });

  constructor(item: ArtifactItem, context: ViewContext, { lead, shareZoom, useCombination }: PaneActions) {
    const { strings } = context;
    this.item = item;
    this.#strings = strings;
    this.stage = new Stage({ ...context, zoomOf: () => null, zoomChanged: shareZoom }, 'div');
    const use = iconButton({ icon: 'symbol-array', label: strings.useCombination, press: useCombination });
    use.hidden = !isOfMatrix(item);
    this.element = element('section', { class: 'compare-pane', attributes: { tabindex: 0 } }, [
      element('div', { class: 'compare-head' }, [this.#name, this.#marks.element, use]),
      this.stage.element,
      element('div', { class: 'compare-details' }, [this.#facts]),
    ]);
    for (const type of ['pointerdown', 'focusin'] as const) this.element.addEventListener(type, lead);
  }

  /** Draws the result as one of `count`. `at` is its index. */
  show(at: number, count: number): void {
    const { item, details } = this;
    this.stage.show(item, { ...initialState, items: [item], selectedId: item.id, details });
    this.#name.textContent = this.#name.title = item.name;
    this.#marks.show(item, this.#strings);
    const position = fill(this.#strings.position, { index: at + 1, count });
    this.element.ariaLabel = `${nameWithMarks(item, this.#strings)}, ${position}`;
  }

  /** Shows the values of the result, whose index is `at`. If there is no difference, the first pane says so. */
  showDifferences(differences: readonly Difference[], at: number): void {
    const rows = differences.flatMap(({ name, values }) => [
      element('dt', { text: typeof name === 'string' ? this.#strings[name] : name.field }),
      element('dd', { text: values[at] ?? '–' }),
    ]);
    const hasHint = differences.length === 0 && at === 0;
    this.#facts.replaceChildren(...(hasHint ? [element('dd', { text: this.#strings.noDifference })] : rows));
  }
}
