import type { PreviewDetails } from '../../protocol/previewItem.ts';
import { formatFacts } from '../format.ts';
import { selectedItem } from '../state.ts';
import { usePage } from '../usePage.ts';

/** Everything that is known about the selected item. The user's own input comes first, with what tells it from others. */
export function DetailsPanel({ details }: { readonly details: PreviewDetails | null }) {
  const { strings } = usePage();
  return (
    <aside class="details" id="details" tabIndex={0} aria-label={strings.details}>
      <div class="details-body">{details && <Details details={details} />}</div>
    </aside>
  );
}

/** Rows without a value are left out, unless "unknown" is information in itself. */
function Details({ details }: { readonly details: PreviewDetails }) {
  const { strings, formats, staged } = usePage();
  const axes = selectedItem(staged.value)?.axes ?? [];
  const { prompt, ...facts } = formatFacts(details, formats);
  const row = (key: keyof typeof facts, isCode = false) =>
    facts[key] !== null && <Row label={strings[key]} value={facts[key]} isCode={isCode} />;
  const rowOrDash = (key: keyof typeof facts, isCode = false) =>
    row(key, isCode) || <Row label={strings[key]} value="–" title={strings.unknownValue} />;
  return (
    <>
      {prompt !== null && <h2>{strings.prompt}</h2>}
      {prompt !== null && <p class="prompt">{prompt}</p>}
      <h2>{strings.details}</h2>
      {details.cut !== null && <p>{details.cut}</p>}
      <dl>
        {axes.map(([name, value]) => (
          <Row key={name} label={name} value={value} isCode />
        ))}
        {row('seed', true)}
        {/* Unknown is not free: a missing amount is a dash, never 0. */}
        {details.isSandbox ? <Row label={strings.cost} value={strings.sandbox} /> : rowOrDash('cost')}
        {row('file', true)}
        {row('model', true)}
        {row('date')}
        {row('dimensions')}
        {row('duration')}
        {row('size')}
        {row('took')}
        {row('job')}
        {rowOrDash('taskId', true)}
        {row('profile')}
        {row('endpoint', true)}
      </dl>
      {details.fields.length > 0 && <h2>{strings.request}</h2>}
      {details.fields.length > 0 && (
        <dl>
          {details.fields.map(({ name, value }) => (
            <Row key={name} label={name} value={value} isCode />
          ))}
        </dl>
      )}
    </>
  );
}

interface RowProps {
  readonly label: string;
  readonly value: string;
  /** Whether the value is shown verbatim: an identifier, or a value as it is sent. */
  readonly isCode?: boolean;
  readonly title?: string;
}

function Row({ label, value, isCode = false, title }: RowProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd class={isCode ? 'code' : undefined} title={title}>
        {value}
      </dd>
    </>
  );
}
