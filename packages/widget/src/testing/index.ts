export { openNativeService } from './native-service.ts';
export type { AskedOfService, FeedbackToService, NativeService, NativeServiceOptions } from './native-service.ts';
export { sampleReplies } from './replies.ts';
export type { SampleName } from './replies.ts';
export { replyScript } from './reply-script.ts';
export type { ReplyScriptOptions } from './reply-script.ts';
export type { ServedFile } from './served-file.ts';
export type { ServiceScript, ServiceStep } from './service-step.ts';
