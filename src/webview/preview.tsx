import { render } from 'preact';
import * as z from 'zod/mini';
import { App } from './app.tsx';
import { createBridge } from './bridge.ts';
import { Page } from './page.ts';

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
