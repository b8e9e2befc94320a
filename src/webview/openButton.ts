import type { IconButton } from './dom.ts';
import type { ViewContext } from './view.ts';

/** The file that the button opens. */
interface OpenTarget {
  /** Id of the item. */
  readonly id: string;
  /** False until the details say otherwise. */
  readonly canOpenOutside: boolean;
}

/**
 * A button for a file that cannot be shown or played here. It opens another program if that is allowed, or else selects
 * the file in the Explorer.
 */
export function buildOpenButton({ id, canOpenOutside }: OpenTarget, { strings, send }: ViewContext): IconButton {
  const action = canOpenOutside ? 'openOutside' : 'reveal';
  const icon = canOpenOutside ? 'link-external' : 'folder-opened';
  return { icon, label: strings[action], press: () => send({ type: 'act', id, action }) };
}
