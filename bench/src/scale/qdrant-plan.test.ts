import { expect, test } from 'vitest';
import { planQdrant, type PlanInput } from './qdrant-plan.ts';

const INPUT: PlanInput = {
  chunks: 1_000_000,
  dimensions: 1024,
  quantization: 'none',
  replicas: 1,
  passagesOfPage: 10,
  bytes: { terms: 0, payload: 0, fields: 0, content: 0 },
  sparseOnDisk: false,
  nodeGigabytes: 64,
};

test('vectors alone take about what the rule of thumb of the makers says, for the two and a tenth that a passage has', () => {
  // 1,000,000 × 1024 × 4 bytes × 1.5 = 6.14 GB for one vector each.
  const { ramGigabytes, nodes, shards } = planQdrant(INPUT);
  expect(ramGigabytes / (2.1 * 6.144)).toBeGreaterThan(0.85);
  expect(ramGigabytes / (2.1 * 6.144)).toBeLessThan(1.15);
  expect([nodes, shards]).toEqual([1, 1]);
});

test('quantization divides what vectors take in memory, and nothing on disk', () => {
  const [none, scalar, binary] = (['none', 'scalar', 'binary'] as const).map((quantization) =>
    planQdrant({ ...INPUT, quantization }),
  );
  expect(none!.ramGigabytes / scalar!.ramGigabytes).toBeGreaterThan(3);
  expect(scalar!.ramGigabytes / binary!.ramGigabytes).toBeGreaterThan(3);
  expect(binary!.diskGigabytes).toBeGreaterThan(none!.diskGigabytes);
});

test('a copy that survives a node needs three nodes, and shards divide evenly among nodes', () => {
  expect(planQdrant({ ...INPUT, replicas: 2 }).nodes).toBe(3);
  for (const chunks of [1e6, 1e8, 1e9]) {
    const plan = planQdrant({ ...INPUT, chunks, replicas: 2, quantization: 'binary' });
    expect(plan.shards % plan.nodes).toBe(0);
    expect(plan.shards / plan.nodes).toBeGreaterThanOrEqual(2);
    expect(plan.ramOfNodeGigabytes).toBeLessThanOrEqual(0.75 * INPUT.nodeGigabytes);
    expect(plan.passagesOfShard).toBeLessThanOrEqual(20_000_000);
  }
});

test('words weigh on memory unless their postings lie on disk', () => {
  const bytes = { ...INPUT.bytes, terms: 80 };
  const inMemory = planQdrant({ ...INPUT, bytes });
  const onDisk = planQdrant({ ...INPUT, bytes, sparseOnDisk: true });
  expect(inMemory.ramGigabytes - onDisk.ramGigabytes).toBeCloseTo(80 * 8 * 1.5 * 1.3 * 1e-3, 1);
});
