import * as z from '../core/support/zod.ts';
import { App } from './app.ts';
import { createBridge } from './bridge.ts';

// The policy of the page forbids code made from text, which zod would use otherwise.
z.config({ jitless: true });

const bridge = createBridge();
let app: App | null = null;
bridge.onMessage((message) => {
  if (app) return app.receive(message);
  if (message.type !== 'init') return;
  app = new App(bridge, message);
  app.start();
});
bridge.send({ type: 'ready' });
