import type { ModelCall, ModelFault, ModelUse } from '../types/model.ts';

/** `undefined` where no model was asked. */
export function modelUse(
  calls: readonly ModelCall[],
  fault: ModelFault | undefined,
  currency: string,
): ModelUse | undefined {
  if (calls.length === 0 && fault === undefined) return undefined;
  const costs = calls.map(({ microCost }) => microCost);
  const microCost = costs.reduce<number | undefined>(
    (sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost),
    0,
  );
  return { model: calls.at(-1)?.model ?? '', calls, fault, microCost, currency };
}
