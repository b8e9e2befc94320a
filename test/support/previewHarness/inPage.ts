/// <reference lib="dom" />
// Functions that Playwright runs in the page. Each is self-contained.

/** Hands a message of the host to the page. */
export function deliver(wire: string): void {
  const data = JSON.parse(wire) as Record<string, unknown>;
  if (typeof data.bytes === 'string') data.bytes = Uint8Array.from(atob(data.bytes), (each) => each.charCodeAt(0));
  dispatchEvent(Object.assign(new Event('message'), { data }));
}

/** Plays the workbench's part before the page's scripts run. */
export function playWorkbench(theme: { bodyClass: string; colors: Readonly<Record<string, string>> }): void {
  const api = {
    postMessage: (message: unknown) => void Reflect.get(globalThis, 'hostReceive')(message),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown,
    setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
  };
  Object.assign(globalThis, { acquireVsCodeApi: () => api });
  document.addEventListener('DOMContentLoaded', () => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(theme.colors)) style.setProperty(`--vscode-${name}`, value);
    style.setProperty('--vscode-font-family', 'system-ui, "Ubuntu", "Droid Sans", sans-serif');
    style.setProperty('--vscode-font-size', '13px');
    document.body.className = theme.bodyClass;
  });
}
