import { element, icon, textButton, type IconButton } from './dom.ts';
import type { IconName } from './icons.ts';
import type { StageView } from './view.ts';

interface Notice {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly actions: readonly IconButton[];
}

/** A short message instead of an image: what is the case, and what to do next. */
export function createNoticeView(notice: Notice): StageView {
  return {
    element: element('div', { class: 'notice' }, [
      icon(notice.icon),
      element('h2', { text: notice.title }),
      element('p', { text: notice.text }),
      element('div', { class: 'notice-actions' }, notice.actions.map(textButton)),
    ]),
  };
}
