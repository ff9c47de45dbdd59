export type { App } from './call.ts';
export type { AppOptions, IngestOptions, RateLimits, RequestReport, SiteOptions } from './app-options.ts';
export { createApp } from './create-app.ts';
export { serveTools } from './mcp/serve-mcp.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { preload } from './create-app.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
