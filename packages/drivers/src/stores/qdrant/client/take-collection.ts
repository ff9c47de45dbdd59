import { unusable } from './classify-failure.ts';
import type { CollectionSummary, DenseVectorSettings } from './qdrant-calls.ts';
import { takeCount, takeRecord } from './take-reply.ts';

/**
 * What a collection is made of, whoever made it. Dense vectors with other distances than those used here are left out: nothing of ours
 * compares with them.
 */
export function takeCollection(result: unknown): CollectionSummary {
  const { config, points_count: points } = takeRecord(result);
  const parameters = takeRecord(takeRecord(config)['params']);
  return {
    points: takeCount(points ?? 0),
    replicas: takeCount(parameters['replication_factor'] ?? 1),
    writeConsistency: takeCount(parameters['write_consistency_factor'] ?? 1),
    dense: takeDense(takeRecord(parameters['vectors'] ?? {})),
    sparse: Object.fromEntries(
      Object.entries(takeRecord(parameters['sparse_vectors'] ?? {})).map(([name, settings]) => [
        name,
        { modifier: takeRecord(settings ?? {})['modifier'] === 'idf' ? 'idf' : 'none' },
      ]),
    ),
  };
}

/** One vector's settings stand alone or by its name. */
function takeDense(vectors: Readonly<Record<string, unknown>>): CollectionSummary['dense'] {
  const isAlone = typeof vectors['size'] === 'number';
  const entries = isAlone ? ([['', vectors]] as const) : Object.entries(vectors);
  const dense: Record<string, DenseVectorSettings> = {};
  for (const [name, value] of entries) {
    const { size, distance } = takeRecord(value);
    if (typeof size !== 'number' || typeof distance !== 'string')
      throw unusable('Qdrant', 'without the settings of a vector');
    if (distance === 'Cosine' || distance === 'Dot') dense[name] = { size, distance };
  }
  return dense;
}
