import { IbidError } from '@ibid/core';
import { field, hostedEmbedder, servicePlace, type HostedOptions, type HostedSource } from './hosted.ts';
import { checkedDimensions, checkedName } from './space.ts';

/** A quarter of the model's maximum: by Google's own tables almost no quality is lost, and the index is a quarter of the size. */
const DIMENSIONS = 768;
/** The model reads 2,048 of its own tokens and silently ignores the rest; Ibid's tokenizer counts differently, hence the margin. */
const MAX_TOKENS = 1_600;
const TOO_LONG = 'No text is ever cut silently. Split the passage, or use an embedder that reads more.';

/** Google's `models/…:batchEmbedContents`. The key is sent in a header, never in the address. */
export async function geminiEmbedder(options: HostedOptions = {}): Promise<HostedSource> {
  const model = checkedName((options.model ?? 'gemini-embedding-001').replace(/^models\//u, ''), 'model');
  const dimensions = checkedDimensions(options.dimensions) ?? DIMENSIONS;
  return hostedEmbedder(options, {
    name: 'gemini',
    label: 'Gemini',
    model,
    place: servicePlace('gemini', 'https://generativelanguage.googleapis.com', options),
    path: `/v1beta/models/${encodeURIComponent(model)}:batchEmbedContents`,
    headers: (key: string) => ({ 'x-goog-api-key': key }),
    advice: { tooLong: TOO_LONG },
    dimensions,
    maxBatch: 96,
    async body(texts: readonly string[], purpose: 'document' | 'query') {
      for (const text of texts) await requireShort(text, model);
      return {
        requests: texts.map((text) => ({
          model: `models/${model}`,
          content: { parts: [{ text }] },
          taskType: purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
          outputDimensionality: dimensions,
        })),
      };
    },
    read(reply: unknown) {
      const embeddings = field(reply, 'embeddings');
      return { vectors: Array.isArray(embeddings) ? embeddings.map((each) => field(each, 'values')) : undefined };
    },
  });
}

async function requireShort(text: string, model: string): Promise<void> {
  // A token is at least one byte and a UTF-16 unit at most three bytes, so most texts need no counting.
  if (text.length * 3 <= MAX_TOKENS) return;
  if (text.length <= MAX_TOKENS * 16) {
    const { countTokens } = await import('@ibid/core/chunk');
    if (countTokens(text) <= MAX_TOKENS) return;
  }
  throw new IbidError('UPSTREAM_FAILED', `A text is longer than \`${model}\` of Gemini reads. ${TOO_LONG}`, {
    details: { tooLong: true },
  });
}
