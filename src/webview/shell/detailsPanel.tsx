import type { PreviewDetails } from '../../protocol/previewItem.ts';
import type { PreviewStringKey } from '../../protocol/previewStrings.ts';
import { usePage } from '../usePage.ts';

/** Everything that is known about the selected item. The user's own input comes first, and what was added comes last. */
export function DetailsPanel({ details }: { readonly details: PreviewDetails | null }) {
  const { strings } = usePage();
  return (
    <aside class="details" id="details" tabIndex={0} aria-label={strings.details}>
      <div class="details-body">
        {details && details.prompt !== null && <h2>{strings.prompt}</h2>}
        {details && details.prompt !== null && <p class="prompt">{details.prompt}</p>}
        {details && <h2>{strings.details}</h2>}
        {details && <Facts details={details} />}
        {details && details.fields.length > 0 && <h2>{strings.request}</h2>}
        {details && details.fields.length > 0 && (
          <dl>
            {details.fields.map(({ name, value }) => (
              <Row key={name} label={name} value={value} isCode />
            ))}
          </dl>
        )}
      </div>
    </aside>
  );
}

/** Rows without a value are left out, unless "unknown" is information in itself. */
function Facts({ details }: { readonly details: PreviewDetails }) {
  const { strings, formats } = usePage();
  const { width, height, seconds, bytes, tookMs, amountUsd } = details;
  const row = (key: PreviewStringKey, value: string | null, isCode = false) =>
    value !== null && <Row label={strings[key]} value={value} isCode={isCode} />;
  const rowOrDash = (key: PreviewStringKey, value: string | null, isCode = false) =>
    row(key, value, isCode) || <Row label={strings[key]} value="–" title={strings.unknownValue} />;
  return (
    <dl>
      {row('file', details.file, true)}
      {row('model', details.model, true)}
      {row('seed', details.seed, true)}
      {/* Unknown is not free: a missing amount is a dash, never 0. */}
      {!details.isSandbox && rowOrDash('cost', amountUsd === null ? null : formats.usd(amountUsd))}
      {row('date', formats.date(details.at))}
      {row('dimensions', width === null || height === null ? null : `${width} × ${height}`)}
      {row('duration', seconds === null ? null : formats.time(seconds))}
      {row('size', bytes === null ? null : formats.bytes(bytes))}
      {row('took', tookMs === null ? null : formats.time(tookMs / 1000))}
      {row('job', details.job)}
      {rowOrDash('taskId', details.taskId, true)}
      {row('profile', details.profile)}
      {row('endpoint', details.endpoint, true)}
    </dl>
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
