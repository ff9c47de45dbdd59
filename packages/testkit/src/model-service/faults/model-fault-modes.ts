import { CONNECTION_FAULTS, type ConnectionFault } from './connection-faults.ts';
import { CONTENT_FAULTS, type ContentFault } from './content-faults.ts';
import type { FaultFamily } from './fault-mode.ts';
import { HTTP_FAULTS, type HttpFault } from './http-faults.ts';
import { QUIRKS, type Quirk } from './quirks.ts';
import { STREAM_FAULTS, type StreamFault } from './stream-faults.ts';
import { TOOL_FAULTS, type ToolFault } from './tool-faults.ts';

export type ModelFaultMode = ConnectionFault | HttpFault | StreamFault | ContentFault | ToolFault | Quirk;

/** What a model service can do wrong, by name. `description` says what happens on the wire, `shows` what a reader may make of it. */
export const MODEL_FAULT_MODES: FaultFamily<ModelFaultMode> = {
  ...CONNECTION_FAULTS,
  ...HTTP_FAULTS,
  ...STREAM_FAULTS,
  ...CONTENT_FAULTS,
  ...TOOL_FAULTS,
  ...QUIRKS,
};
