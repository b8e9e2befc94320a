import { parseHostMessage, type HostMessage, type WebviewMessage } from '../protocol/preview.ts';
import { parseSavedState, type SavedState } from '../protocol/savedState.ts';

/** The function that the workbench adds to the page. It may be called once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** The only connection from the page: typed messages to the host, and state that survives a reload. */
export interface Bridge {
  send(message: WebviewMessage): void;
  onMessage(listener: (message: HostMessage) => void): void;
  readState(): SavedState | null;
  writeState(state: SavedState): void;
}

export function createBridge(): Bridge {
  const api = acquireVsCodeApi();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the workbench's function takes none
    send: (message) => api.postMessage(message),
    onMessage(listener) {
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const message = parseHostMessage(data);
        if (message) listener(message);
      });
    },
    readState: () => parseSavedState(api.getState()),
    writeState: (state) => api.setState(state),
  };
}
