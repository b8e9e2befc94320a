import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import type { FocusTarget } from './context.ts';
import type { Page } from './page.ts';

export const PageProvider = createContext<Page | null>(null);

/** Returns the state of the page, which each component draws from. */
export function usePage(): Page {
  const page = useContext(PageProvider);
  if (!page) throw new Error('A component is outside the page');
  return page;
}

/** Gives the focus to an element of a component when the page asks for it. */
export function useFocus(target: FocusTarget, focus: () => void): void {
  const { focusRequest } = usePage();
  const isRequested = focusRequest.value === target;
  useLayoutEffect(() => {
    if (!isRequested) return;
    focusRequest.value = null;
    focus();
  }, [isRequested]);
}
