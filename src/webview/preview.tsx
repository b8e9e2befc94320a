import { render } from 'preact';
import * as z from 'zod/mini';
import { createBridge } from './bridge.ts';
import { CompareView } from './compare/compareView.tsx';
import { OpenDialog } from './dialogs.tsx';
import { Page } from './page.ts';
import { Shell } from './shell/shell.tsx';
import { Sheet } from './sheet/sheet.tsx';
import { PageProvider } from './usePage.ts';

/** The whole page. A hidden view keeps its elements, such as a clip with its position. */
function App({ page }: { readonly page: Page }) {
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

// The policy of the page forbids code made from text, which zod would use otherwise.
z.config({ jitless: true });

const bridge = createBridge();
let page: Page | null = null;
bridge.onMessage((message) => {
  if (page) return page.receive(message);
  // The host sends `init` once for each page.
  if (message.type !== 'init') return;
  page = new Page(bridge, message);
  page.listen();
  render(<App page={page} />, document.body);
});
bridge.send({ type: 'ready' });
