/** A request as a gateway reads it. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** The process that sends it. */
  readonly pid: number;
  /** POSTs with one key are one request. Null if the request has none. */
  readonly idempotencyKey: string | null;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How long the gateway works before it responds. */
  readonly afterMs: number;
  /** Whether only signs of life follow the body, until the client ends the call. */
  readonly staysOpen?: boolean;
  /** The work that a POST has begun. */
  readonly work?: LedgerEntry;
}

/** A request that the gateway works on, or has worked on. It is charged if it succeeds. */
export interface LedgerEntry {
  readonly prompt: string;
  /** Null for a call whose response is the result. */
  readonly taskId: string | null;
  /** What it costs. */
  readonly amountUsd: number;
  /** What the gateway says about the amount; undefined for nothing. */
  readonly named: unknown;
  /** The amount that a client can know from it; null for none. */
  readonly namedUsd: number | null;
  readonly doneAt: number;
  readonly isFailure: boolean;
  /** The files that a client can save. */
  readonly files: readonly Buffer[];
  /** Whether they are not whole. */
  readonly isCut: boolean;
  /** The URL of an image that the request contains. */
  readonly input: string | null;
}

export function json(
  body: object,
  { status = 200, headers = {}, afterMs = 30 }: Partial<Omit<ApiResponse, 'body'>> = {},
): ApiResponse {
  const text = JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(text), afterMs };
}
