import type { FaultedRequest, QdrantFault, QdrantFaultPlan } from './qdrant-fault.ts';

export interface FaultScript {
  add(plan: QdrantFaultPlan): void;
  clear(): void;
  /** The fault planned for this request, which counts as done with that. */
  take(request: Omit<FaultedRequest, 'body'> & { readonly body: () => unknown }): QdrantFault | undefined;
}

export function faultScript(): FaultScript {
  const plans: { readonly plan: QdrantFaultPlan; left: number }[] = [];
  return {
    add: (plan) => void plans.push({ plan, left: plan.times ?? 1 }),
    clear() {
      plans.length = 0;
    },
    take({ body, ...request }) {
      const found = plans.find(({ plan: { on }, left }) => {
        if (left <= 0) return false;
        if (typeof on === 'function') return on({ ...request, body: body() });
        return on === undefined || on === request.route;
      });
      if (found === undefined) return undefined;
      found.left--;
      return found.plan;
    },
  };
}
