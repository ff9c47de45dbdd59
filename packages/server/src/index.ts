export type { AppOptions, RequestReport } from './app-options.ts';
export { createApp, type App } from './create-app.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
