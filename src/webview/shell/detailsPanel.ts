import type { PreviewDetails } from '../../protocol/previewItem.ts';
import type { PreviewStringKey } from '../../protocol/previewStrings.ts';
import { element } from '../dom.ts';
import type { ViewContext } from '../view.ts';

interface Row {
  readonly label: string;
  readonly value: string;
  /** Whether the value is shown verbatim: an identifier, or a value as it is sent. */
  readonly isCode?: boolean;
  /** A tooltip for a value that is only a dash. */
  readonly title?: string;
}

/** Everything that is known about the selected item, as a list of names and values. */
export class DetailsPanel {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #body = element('div', { class: 'details-body' });
  #shown: PreviewDetails | null = null;

  constructor(context: ViewContext) {
    this.#context = context;
    const { strings } = context;
    this.element = element(
      'aside',
      { class: 'details', attributes: { id: 'details', tabindex: 0, 'aria-label': strings.details } },
      [this.#body],
    );
  }

  show(details: PreviewDetails | null): void {
    // Growing text is shown elsewhere, so nothing here may move under the pointer.
    const isSame = details !== null && this.#shown !== null && factsOf(details) === factsOf(this.#shown);
    if (details === this.#shown || isSame) return;
    this.#shown = details;
    this.#body.replaceChildren(...(details ? this.#build(details) : []));
  }

  /** The user's own input comes first, and what the tool added comes last. */
  #build(details: PreviewDetails): Node[] {
    const { strings } = this.#context;
    const nodes: Node[] = [];
    if (details.prompt !== null) {
      nodes.push(element('h2', { text: strings.prompt }), element('p', { class: 'prompt', text: details.prompt }));
    }
    nodes.push(element('h2', { text: strings.details }), list(this.#facts(details)));
    if (details.fields.length > 0) {
      const rows = details.fields.map(({ name, value }) => ({ label: name, value, isCode: true }));
      nodes.push(element('h2', { text: strings.request }), list(rows));
    }
    return nodes;
  }

  /** Rows without a value are left out, unless "unknown" is information in itself. */
  #facts(details: PreviewDetails): Row[] {
    const { strings, formats } = this.#context;
    const row = (key: PreviewStringKey, value: string | null, isCode = false): Row[] =>
      value === null ? [] : [{ label: strings[key], value, isCode }];
    const unknown = (key: PreviewStringKey): Row => ({ label: strings[key], value: '–', title: strings.unknownValue });
    const { width, height, seconds, bytes, tookMs, amountUsd } = details;
    // Unknown is not free: a missing amount is a dash, never 0.
    const cost = amountUsd === null ? unknown('cost') : { label: strings.cost, value: formats.usd(amountUsd) };
    return [
      ...row('file', details.file, true),
      ...row('model', details.model, true),
      ...row('seed', details.seed, true),
      ...(details.isSandbox ? [] : [cost]),
      ...row('date', formats.date(details.at)),
      ...row('dimensions', width === null || height === null ? null : `${width} × ${height}`),
      ...row('duration', seconds === null ? null : formats.time(seconds)),
      ...row('size', bytes === null ? null : formats.bytes(bytes)),
      ...row('took', tookMs === null ? null : formats.time(tookMs / 1000)),
      ...row('job', details.job),
      details.taskId === null ? unknown('taskId') : { label: strings.taskId, value: details.taskId, isCode: true },
      ...row('profile', details.profile),
      ...row('endpoint', details.endpoint, true),
    ];
  }
}

/** Returns everything except the text, for comparison. */
function factsOf(details: PreviewDetails): string {
  return JSON.stringify({ ...details, text: null });
}

function list(rows: readonly Row[]): HTMLElement {
  return element(
    'dl',
    {},
    rows.flatMap(({ label, value, isCode, title }) => [
      element('dt', { text: label }),
      element('dd', { text: value, ...(isCode && { class: 'code' }), ...(title !== undefined && { title }) }),
    ]),
  );
}
