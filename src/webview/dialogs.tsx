import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PreviewStringKey } from '../protocol/previewStrings.ts';
import type { Dialog } from './context.ts';
import { IconButton, joinClasses } from './elements.tsx';
import { fill } from './format.ts';
import { usePage } from './usePage.ts';

export function OpenDialog() {
  const dialog = usePage().dialog.value;
  if (!dialog) return null;
  return dialog.kind === 'keys' ? <CheatSheet /> : <NoteDialog {...dialog} />;
}

const maxNoteLength = 10_000;

/** Asks for the note of a result. */
function NoteDialog({ name, text, save }: Extract<Dialog, { kind: 'note' }>) {
  const { strings } = usePage();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const title = fill(strings.noteOf, { name });
  return (
    <DialogFrame title={title}>
      <form method="dialog" onSubmit={() => save(field.current?.value.trim() || null)}>
        <textarea
          class="note-field"
          ref={field}
          rows={5}
          maxLength={maxNoteLength}
          aria-label={title}
          defaultValue={text ?? ''}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
          }}
        />
        <button type="submit" class="text-button">
          {strings.saveNote}
        </button>
      </form>
    </DialogFrame>
  );
}

/** The keys with what they do. Names of keys are the same in each language. */
const keys: readonly (readonly [string, PreviewStringKey & `key.${string}`])[] = [
  ['G', 'key.switch'],
  ['Enter', 'key.open'],
  ['Esc', 'key.back'],
  ['← ↑ ↓ →', 'key.move'],
  ['Shift + ← →', 'key.extend'],
  ['Ctrl + A', 'key.selectAll'],
  ['Ctrl + Space', 'key.toggle'],
  ['S', 'key.star'],
  ['X', 'key.reject'],
  ['1 – 5', 'key.rate'],
  ['0', 'key.clear'],
  ['N', 'key.note'],
  ['U, Ctrl + Z', 'key.undo'],
  ['C', 'key.compare'],
  ['D', 'key.divide'],
  ['W', 'key.use'],
  ['Delete', 'key.delete'],
  ['/', 'key.search'],
  ['F', 'key.filters'],
  ['R', 'key.showNew'],
  ['Shift + F10', 'key.menu'],
];

/** Shows the keys of sheet and stage. */
function CheatSheet() {
  const { strings } = usePage();
  return (
    <DialogFrame title={strings.keys} class="wide">
      <dl class="keys">
        {keys.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{strings[name]}</dd>
          </div>
        ))}
      </dl>
    </DialogFrame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** The browser gives the focus back to the element that had it. */
function DialogFrame({ title, class: more, children }: FrameProps) {
  const { strings, dialog } = usePage();
  const frame = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => frame.current?.showModal(), []);
  return (
    <dialog
      class={joinClasses('dialog', more)}
      ref={frame}
      aria-labelledby="dialog-title"
      // The page must not act on keys that are pressed in the dialog.
      onKeyDown={(event) => event.stopPropagation()}
      onClose={() => (dialog.value = null)}
    >
      <div class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <IconButton icon="close" label={strings.close} press={() => frame.current?.close()} />
      </div>
      {children}
    </dialog>
  );
}
