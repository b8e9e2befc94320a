import { parseHostMessage, type HostMessage, type WebviewMessage } from '../protocol/preview.ts';
import { parseSavedState, type SavedState } from '../protocol/savedState.ts';

/** The function that the workbench adds to the page. It may be called once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

export type Bridge = ReturnType<typeof createBridge>;

/** The only connection from the page: typed messages to the host, and state that survives a reload. */
export function createBridge() {
  const api = acquireVsCodeApi();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the workbench's function takes none
    send: (message: WebviewMessage): void => api.postMessage(message),
    onMessage(listener: (message: HostMessage) => void): void {
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const message = parseHostMessage(data);
        if (message) listener(message);
      });
    },
    readState: () => parseSavedState(api.getState()),
    writeState: (state: SavedState): void => api.setState(state),
  };
}
