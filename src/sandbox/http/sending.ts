import type { SandboxFault } from './fault.ts';
import type { GatewayResponse } from './response.ts';

/** Faults of sending a response, not of its content. */
export type SendFault = Exclude<SandboxFault, { kind: 'answer' }>;

/** A response whose status and headers are being sent, with the fault for the rest. */
export interface Sending<SentBody> {
  readonly head: Pick<GatewayResponse, 'status' | 'headers'>;
  readonly body: SentBody;
  readonly fault: Exclude<SendFault['kind'], 'stall' | 'drop-before-answer'> | null;
}
