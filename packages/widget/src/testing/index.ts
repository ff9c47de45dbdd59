export { openNativeService } from './native-service.ts';
export type { NativeService, ServedFile } from './native-service.ts';
export { sampleReplies } from './replies.ts';
export type { SampleName } from './replies.ts';
export { replyScript } from './reply-script.ts';
export type { ReplyScriptOptions } from './reply-script.ts';
export type { ServiceScript, ServiceStep } from './service-step.ts';
