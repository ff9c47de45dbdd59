import { z } from 'zod';

const count = z.int().optional();

/** Of what may stand in the settings; ranges are checked where the address is read. */
export const qdrantSchema: z.ZodType = z.strictObject({
  url: z.url(),
  collection: z.string().min(1).optional(),
  timeoutMs: count,
  retryMs: count,
  shards: count,
  replicas: count,
  writeConsistency: count,
  readConsistency: z.union([z.int(), z.enum(['majority', 'quorum', 'all'])]).optional(),
  quantization: z.enum(['scalar', 'binary', 'none']).optional(),
  onDisk: z.strictObject({ vectors: z.boolean().optional(), payload: z.boolean().optional() }).optional(),
  hnsw: z.strictObject({ m: count, efConstruct: count, ef: count }).optional(),
  exact: z.boolean().optional(),
});
