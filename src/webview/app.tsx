import { CompareView } from './compare/compareView.tsx';
import { OpenDialog } from './dialogs.tsx';
import type { Page } from './page.ts';
import { Shell } from './shell/shell.tsx';
import { Sheet } from './sheet/sheet.tsx';
import { PageProvider } from './usePage.ts';

/** The whole page. A hidden view keeps its elements, such as a clip with its position. */
export function App({ page }: { readonly page: Page }) {
  return (
    <PageProvider.Provider value={page}>
      <div class="preview">
        <Shell />
        <Sheet />
        {page.view.value === 'compare' && <CompareView key={page.comparison.ids.value.join(' ')} />}
        {/* The only live region: announces changes that the user did not request. */}
        <div class="for-screen-readers" role="status">
          {page.status}
        </div>
        <OpenDialog />
      </div>
    </PageProvider.Provider>
  );
}
