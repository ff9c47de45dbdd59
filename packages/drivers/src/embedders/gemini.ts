import { IbidError } from '@ibid/core';
import type { HostedOptions } from './http/hosted-options.ts';
import { field, unusable, type HostedService } from './http/hosted-service.ts';
import { hostedSource, type HostedSource } from './http/hosted-source.ts';
import { below, servicePlace } from './http/service-place.ts';
import { checkedDimensions, checkedName } from './http/space-id.ts';

const OWN = 'https://generativelanguage.googleapis.com';
const MODEL = 'gemini-embedding-001';
/** A quarter of what the model can give; Google's own tables show next to no loss, and the index is a quarter of the size. */
const DIMENSIONS = 768;
/** R25; the API takes 100. */
const MAX_BATCH = 96;
/** The model reads 2,048 of its own tokens and leaves out the rest without a word; ours are of another kind, hence the distance. */
const MAX_TOKENS = 1_600;

/** Google's `models/…:batchEmbedContents`. The key travels in a header, never in the address. */
export async function geminiEmbedder(options: HostedOptions = {}): Promise<HostedSource> {
  const { base, isOwn, key, keyName } = servicePlace({ name: 'gemini', own: OWN, needsKey: true }, options);
  const model = checkedName((options.model ?? MODEL).replace(/^models\//u, ''), 'model');
  const dimensions = checkedDimensions(options.dimensions) ?? DIMENSIONS;
  const tooLong = 'Split the passage, or use an embedder that reads more.';
  const service: HostedService = {
    label: 'Gemini',
    model,
    url: below(base, `/v1beta/models/${encodeURIComponent(model)}:batchEmbedContents`),
    headers: key === undefined ? {} : { 'x-goog-api-key': key },
    keyName,
    advice: { missing: 'Correct `model` of the embedder.', tooLong },
    async body(texts, purpose) {
      for (const text of texts) await requireShort(text, model, tooLong);
      return {
        requests: texts.map((text) => ({
          model: `models/${model}`,
          content: { parts: [{ text }] },
          taskType: purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
          outputDimensionality: dimensions,
        })),
      };
    },
    read(reply) {
      const embeddings = field(reply, 'embeddings');
      if (!Array.isArray(embeddings)) throw unusable(service, 'answered without vectors');
      return embeddings.map((embedding) => field(embedding, 'values'));
    },
  };
  const prefixes = { document: '', query: '' };
  return hostedSource({ name: 'gemini', service, options, isOwn, dimensions, maxBatch: MAX_BATCH, prefixes });
}

async function requireShort(text: string, model: string, advice: string): Promise<void> {
  // A token is at least one byte, and a UTF-16 unit at most three; so hardly a text needs counting.
  if (text.length * 3 <= MAX_TOKENS) return;
  if (text.length <= MAX_TOKENS * 16) {
    const { countTokens } = await import('@ibid/core/chunk');
    if (countTokens(text) <= MAX_TOKENS) return;
  }
  throw new IbidError(
    'UPSTREAM_FAILED',
    `A text is longer than \`${model}\` of Gemini reads, and none is ever cut silently. ${advice}`,
    { details: { tooLong: true } },
  );
}
