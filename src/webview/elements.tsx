import type { ButtonHTMLAttributes } from 'preact';
import type { IconName } from './icons.ts';

type Class = string | false | null | undefined;

export function joinClasses(...classes: readonly Class[]): string {
  return classes.filter(Boolean).join(' ');
}

/** An icon of VS Code's set, hidden from screen readers. */
export function Icon({ name, class: more }: { readonly name: IconName; readonly class?: Class }) {
  return <span class={joinClasses('codicon', `codicon-${name}`, more)} aria-hidden="true" />;
}

export interface ButtonAction {
  readonly icon: IconName;
  readonly label: string;
  readonly press: () => void;
}

type ButtonProps = ButtonAction & Omit<ButtonHTMLAttributes, 'icon' | 'label' | 'class'> & { readonly class?: Class };

export function IconButton({ icon, label, press, class: more, ...others }: ButtonProps) {
  return (
    <button
      type="button"
      class={joinClasses('icon-button', more)}
      title={label}
      aria-label={label}
      onClick={press}
      {...others}
    >
      <Icon name={icon} />
    </button>
  );
}

export function TextButton({ icon, label, press, class: more, ...others }: ButtonProps) {
  return (
    <button type="button" class={joinClasses('text-button', more)} onClick={press} {...others}>
      <Icon name={icon} />
      {label}
    </button>
  );
}

/** Whether the target uses keys itself: a slider, a picker, or code or a table that is wider than the page. */
export function usesKeys(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return true;
  return (
    target instanceof HTMLElement && target.matches('pre, .table-frame') && target.scrollWidth > target.clientWidth
  );
}
