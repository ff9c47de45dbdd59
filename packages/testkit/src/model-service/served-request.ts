import type { ParsedCall } from './parsed-call.ts';
import type { ScriptedReply } from './scripted-reply.ts';

/** One request as the service saw it. Filled in while it is answered; times are milliseconds of one clock, for distances. */
export interface ServedRequest {
  readonly method: string;
  readonly path: string;
  /** `authorization` is shown without the key's value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isKeyAccepted: boolean;
  /** It came to the host that a redirect names, and not to the service's own address. */
  readonly isElsewhere: boolean;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
  /** `undefined` where the service refused the request itself. */
  readonly call: ParsedCall | undefined;
  /** What the script said. */
  readonly reply: ScriptedReply | undefined;
  readonly arrivedAt: number;
  /** `undefined` before the first step of the reply. */
  readonly replyStartedAt: number | undefined;
  /** When nothing more was to be said, or the connection was gone. */
  readonly endedAt: number | undefined;
  /** Everything that the reply holds, its faults included, was done before the connection went. */
  readonly isComplete: boolean;
  /** Who went before that. */
  readonly closedBy: 'client' | 'service' | undefined;
  /** When they went; `undefined` where nobody went early. */
  readonly closedAt: number | undefined;
  /** Of the reply's body. */
  readonly bytesWritten: number;
  readonly billed: BilledTokens;
}

/**
 * As the service charges: the input of each call that the model took up, and the output that was sent before the connection went.
 * What it reports as usage may be something else; that is a fault.
 */
export interface BilledTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}
