export { ingest } from './ingest.ts';
export { type IngestOptions, type IngestProgress, type IngestStage } from './ingest-options.ts';
export { type FailedPage, type IngestReport, type PageCounts } from './ingest-options.ts';
