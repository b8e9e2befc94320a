/**
 * The web globals that core uses. Core compiles with `types: []`: what is not declared here does not exist for it, so
 * neither Node nor the DOM can slip in. Outside core the real declarations apply and this file is left out.
 */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare const AbortSignal: { any(signals: readonly AbortSignal[]): AbortSignal };

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: { new (): AbortController };

declare const TextEncoder: {
  new (): { encodeInto(text: string, bytes: Uint8Array): { readonly read: number } };
};

interface ErrorConstructor {
  /** Frames of the stack that an error keeps (V8). */
  stackTraceLimit: number;
}

interface URL {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly username: string;
  readonly password: string;
  readonly search: string;
  readonly hash: string;
}
declare const URL: { new (url: string, base?: string): URL; canParse(url: string, base?: string): boolean };
