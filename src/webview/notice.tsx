import type { ComponentChildren } from 'preact';
import type { PreviewDetails } from '../protocol/previewItem.ts';
import { Icon, TextButton } from './elements.tsx';
import type { IconName } from './icons.ts';
import { usePage } from './usePage.ts';

interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Buttons for what to do next. */
  readonly children: ComponentChildren;
}

/** A short message instead of results. */
export function Notice({ icon, title, text, children }: NoticeProps) {
  return (
    <div class="notice">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="notice-actions">{children}</div>
    </div>
  );
}

export function OpenJobFileButton() {
  const { strings, send } = usePage();
  return (
    <TextButton
      icon="file-code"
      label={strings.openJobFile}
      press={() => send({ type: 'act', id: null, action: 'openJobFile' })}
    />
  );
}

/** Says that the job file has no results. */
export function EmptyNotice() {
  const { strings } = usePage();
  return (
    <Notice icon="sparkle" title={strings.emptyTitle} text={strings.emptyText}>
      <OpenJobFileButton />
    </Notice>
  );
}

/**
 * A button for a file that cannot be shown or played here. It opens another program if the details allow that, or else
 * selects the file in the Explorer.
 */
export function OpenFileButton({ id, details }: { readonly id: string; readonly details: PreviewDetails | null }) {
  const { strings, send } = usePage();
  const action = details?.canOpenOutside ? 'openOutside' : 'reveal';
  return (
    <TextButton
      icon={action === 'reveal' ? 'folder-opened' : 'link-external'}
      label={strings[action]}
      press={() => send({ type: 'act', id, action })}
    />
  );
}
