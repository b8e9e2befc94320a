import type { IconName } from './icons.ts';

type Children = readonly (Node | string | null)[];

interface Properties {
  readonly class?: string;
  readonly text?: string;
  readonly title?: string;
  readonly role?: string;
  /** Further attributes. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
}

/** Creates an element. Text only becomes text nodes. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  children: Children = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (properties.class !== undefined) made.className = properties.class;
  if (properties.text !== undefined) made.textContent = properties.text;
  if (properties.title !== undefined) made.title = properties.title;
  if (properties.role !== undefined) made.setAttribute('role', properties.role);
  for (const [name, value] of Object.entries(properties.attributes ?? {})) made.setAttribute(name, String(value));
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * Creates an icon of VS Code's set, hidden from screen readers. `name` has to be a literal, which the build looks for.
 */
export function icon(name: IconName): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, attributes: { 'aria-hidden': 'true' } });
}

export interface IconButton {
  readonly icon: IconName;
  readonly label: string;
  readonly press: () => void;
}

export function iconButton({ icon: name, label, press }: IconButton): HTMLButtonElement {
  const button = element('button', { class: 'icon-button', title: label, attributes: { type: 'button' } }, [
    icon(name),
  ]);
  button.setAttribute('aria-label', label);
  button.addEventListener('click', press);
  return button;
}

/** Changes the icon and the label of a button. */
export function relabel(button: HTMLButtonElement, name: IconName, label: string): void {
  button.replaceChildren(icon(name));
  button.title = label;
  button.setAttribute('aria-label', label);
}

export function textButton({ icon: name, label, press }: IconButton): HTMLButtonElement {
  const button = element('button', { class: 'text-button', attributes: { type: 'button' } }, [icon(name), label]);
  button.addEventListener('click', press);
  return button;
}
