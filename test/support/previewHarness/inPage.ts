/// <reference lib="dom" />
// Functions that Playwright runs in the page. Each is self-contained.

/** Gives a message of the host to the page. */
export function deliver(wire: string): void {
  const revive = (_key: string, value: unknown): unknown => {
    const base64 = value instanceof Object && 'base64' in value ? value.base64 : null;
    return typeof base64 === 'string' ? Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)) : value;
  };
  const { data } = JSON.parse(wire, revive) as { data: unknown };
  dispatchEvent(Object.assign(new Event('message'), { data }));
}

/** Data that the page finds in its hash. */
export interface PlayedWorkbench {
  readonly bodyClass: string;
  readonly colors: Readonly<Record<string, string>>;
  /** The state of the page belongs to one visit, reloads included. */
  readonly visit: number;
  /** What `getState` returns until the page calls `setState`. */
  readonly savedState?: unknown;
}

/** Simulates the workbench before the scripts of the page run. */
export function playWorkbench(): void {
  if (location.hash === '') return;
  const { bodyClass, colors, visit, savedState } = JSON.parse(
    decodeURIComponent(location.hash.slice(1)),
  ) as PlayedWorkbench;
  const key = `state ${visit}`;
  const api = {
    postMessage: (message: unknown) =>
      void Reflect.get(
        globalThis,
        'hostReceive',
      )(
        JSON.stringify(message, (_key, value: unknown) =>
          value instanceof Uint8Array ? { base64: btoa(String.fromCharCode(...value)) } : value,
        ),
      ),
    getState: () => JSON.parse(sessionStorage.getItem(key) ?? JSON.stringify(savedState ?? null)) as unknown,
    setState: (state: unknown) => sessionStorage.setItem(key, JSON.stringify(state)),
  };
  Object.assign(globalThis, { acquireVsCodeApi: () => api });
  document.addEventListener('DOMContentLoaded', () => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(colors)) style.setProperty(`--vscode-${name}`, value);
    style.setProperty('--vscode-font-family', 'system-ui, "Ubuntu", "Droid Sans", sans-serif');
    style.setProperty('--vscode-font-size', '13px');
    document.body.className = bodyClass;
  });
}
