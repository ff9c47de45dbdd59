import { IbidError } from '@ibid/core';
import { z } from 'zod';
import type { IbidConfig } from './define-config.ts';
import { SOURCE_KINDS } from './detect-source.ts';
import { embedderSchema } from './embedder-schema.ts';
import { LOG_FORMATS } from './log-format.ts';
import { modelSchema } from './model-schema.ts';
import { qdrantSchema } from './qdrant-schema.ts';

const schema = z.strictObject({
  index: z.union([z.string().min(1), qdrantSchema]).optional(),
  source: z.string().min(1).optional(),
  sourceKind: z.enum(SOURCE_KINDS).optional(),
  siteUrl: z.url().optional(),
  locale: z.string().min(1).optional(),
  locales: z.array(z.string().min(1)).min(1).optional(),
  embedder: embedderSchema.optional(),
  site: z.string().min(1).optional(),
  siteBase: z.string().regex(/^\//u, 'must be a path such as /docs/').optional(),
  title: z.string().min(1).optional(),
  model: modelSchema.optional(),
  server: z
    .strictObject({
      port: z.int().min(0).max(65_535).optional(),
      host: z.string().min(1).optional(),
      origins: z.array(z.url()).optional(),
      connectionsPerAddress: z.int().min(0).optional(),
      answersAtOnce: z.int().min(1).optional(),
      questionsPerMinute: z.int().min(0).optional(),
      requestsPerMinute: z.int().min(0).optional(),
      siteKeys: z.array(z.string().min(8)).optional(),
      siteKeyQuestionsPerMinute: z.int().min(0).optional(),
      trustedProxies: z.int().min(0).max(10).optional(),
      state: z.string().min(1).optional(),
      keepAliveSeconds: z.number().min(1).max(3600).optional(),
      drainSeconds: z.number().min(0).max(300).optional(),
      finishSeconds: z.number().min(0).max(300).optional(),
      log: z.enum(LOG_FORMATS).optional(),
      siteHeaders: z.boolean().optional(),
      logQuestions: z.boolean().optional(),
    })
    .optional(),
});

/** Rejects unknown keys and wrong values with `INVALID_CONFIG`, naming each of them. */
export function checkConfig(config: unknown, file: string): IbidConfig {
  const checked = schema.safeParse(config);
  if (checked.success) return checked.data as IbidConfig; // optional keys are never present as `undefined`
  const problems = checked.error.issues.map(describe).join('; ');
  throw new IbidError('INVALID_CONFIG', `\`${file}\` cannot be used: ${problems}. Mend the file.`);
}

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `\`${path === '' ? key : `${path}.${key}`}\``).join(', ');
    return `${keys} is not a setting`;
  }
  const ofKind = issue.code === 'invalid_union' ? issue.errors.find(isOfKind) : undefined;
  if (ofKind !== undefined) {
    return ofKind.map((inner) => describe({ ...inner, path: [...issue.path, ...inner.path] })).join('; ');
  }
  return path === '' ? issue.message : `\`${path}\`: ${issue.message}`;
}

/** Whether these problems are of a value that is of the right kind, such as settings where settings or a text may stand. */
function isOfKind(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every(({ path, code }) => path.length > 0 || code !== 'invalid_type');
}
