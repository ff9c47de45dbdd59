import type { Condition, Filter } from './qdrant-calls.ts';

/** The filter as Qdrant reads it. */
export function writeFilter(filter: Filter): unknown {
  const { must, must_not, should } = filter;
  return {
    ...(must === undefined ? {} : { must: must.map(written) }),
    ...(must_not === undefined ? {} : { must_not: must_not.map(written) }),
    ...(should === undefined ? {} : { should: should.map(written) }),
  };
}

function written(condition: Condition): unknown {
  if ('has_id' in condition) return { has_id: condition.has_id.map(writeId) };
  return 'key' in condition ? condition : writeFilter(condition);
}

/** Whole numbers beyond 2⁵³ are strings here, and would be taken for broken UUIDs. */
export function writeId(id: string | number): string | number | bigint {
  return typeof id === 'string' && /^\d{1,20}$/u.test(id) ? BigInt(id) : id;
}
