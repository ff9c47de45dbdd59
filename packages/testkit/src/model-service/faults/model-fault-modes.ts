import { CONNECTION_FAULTS, type ConnectionFault } from './connection-faults.ts';
import type { FaultFamily } from './fault-mode.ts';
import { HTTP_FAULTS, type HttpFault } from './http-faults.ts';

export type ModelFaultMode = ConnectionFault | HttpFault;

/** What a model service can do wrong, by name. `description` says what happens on the wire. */
export const MODEL_FAULT_MODES: FaultFamily<ModelFaultMode> = { ...CONNECTION_FAULTS, ...HTTP_FAULTS };
