import type { IbidConfig } from '../../../packages/cli/src/define-config.ts';
import type { JobSpec, Kustomization, Labels, Manifest, NetworkPolicySpec, Workload } from './manifest.ts';
import { podFaults, probeFaults } from './pod-faults.ts';
import type { ProgramFacts } from './program-facts.ts';
import { stopSeconds } from './stop-seconds.ts';

export interface ManifestSurroundings {
  readonly facts: ProgramFacts;
  /** What server and job are configured with. */
  readonly config: IbidConfig;
  /** Name and keys of the secret's template. */
  readonly secret: { readonly name: string; readonly keys: readonly string[] };
}

/** Ports that must be let out: names, Qdrant, PostgreSQL. */
const NEEDED_PORTS = [53, 6333, 5432];

/** What in the manifests does not keep their promises; empty when all does. */
export function manifestFaults(
  kustomization: Kustomization,
  manifests: readonly Manifest[],
  { facts, config, secret }: ManifestSurroundings,
): readonly string[] {
  const most = stopSeconds(config);
  const faults: string[] = [];
  const expect = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault));
  const spec = <T>(kind: string): T => manifests.find((manifest) => manifest.kind === kind)?.spec as T;

  const server = spec<Workload>('Deployment');
  const { labels } = server.template.metadata;
  const [container] = server.template.spec.containers;
  const job = spec<{ readonly jobTemplate: { readonly spec: JobSpec }; readonly concurrencyPolicy: string }>('CronJob');
  for (const [name, { template }] of [
    ['server', server],
    ['job', job.jobTemplate.spec],
  ] as const) {
    faults.push(...podFaults(template.spec, kustomization, secret.name).map((fault) => `${name}: ${fault}`));
  }
  faults.push(...probeFaults(container!, facts));
  expect(container!.args?.join(' ') === 'serve', 'the server does not serve');
  expect(server.strategy?.rollingUpdate?.maxUnavailable === 0, 'a new version takes a server away first');
  expect((server.template.spec.terminationGracePeriodSeconds ?? 30) > most, `it is killed before ${most} s are over`);
  expect(server.template.spec.topologySpreadConstraints?.length === 2, 'all servers may stand on one machine');
  expect(isSubset(server.selector!.matchLabels, labels), 'the deployment does not find its pods');
  expect(job.concurrencyPolicy === 'Forbid', 'two runs may index at once');
  faults.push(...jobFaults(job.jobTemplate.spec));

  const service = spec<{ readonly selector: Labels; readonly ports: readonly { readonly targetPort: string }[] }>(
    'Service',
  );
  expect(isSubset(service.selector, labels), 'the service does not find the servers');
  expect(service.ports[0]?.targetPort === container!.ports?.[0]?.name, 'the service leads to another port');
  const budget = spec<{ readonly maxUnavailable: number; readonly selector: { readonly matchLabels: Labels } }>(
    'PodDisruptionBudget',
  );
  const scale = spec<{ readonly minReplicas: number; readonly scaleTargetRef: { readonly name: string } }>(
    'HorizontalPodAutoscaler',
  );
  expect(isSubset(budget.selector.matchLabels, labels), 'the budget does not find the servers');
  expect(scale.minReplicas - budget.maxUnavailable >= 1 && scale.minReplicas >= 2, 'no server may be left');
  expect(
    scale.scaleTargetRef.name === manifests.find(({ kind }) => kind === 'Deployment')!.metadata.name,
    'nothing is scaled',
  );

  faults.push(...networkFaults(manifests, container!.ports?.[0]?.containerPort ?? 0));
  const everybody = [labels, job.jobTemplate.spec.template.metadata.labels];
  expect(reachesHttps(manifests, everybody), 'server and job do not both reach a hosted embedder');
  for (const name of facts.embedderKeys) expect(secret.keys.includes(name), `no embedder gets its ${name}`);
  expect(
    !secret.keys.includes('IBID_TOKEN') || config.source !== undefined,
    'IBID_TOKEN allows nothing without a source',
  );
  const account = manifests.find(({ kind }) => kind === 'ServiceAccount');
  expect(account?.metadata.name === server.template.spec.serviceAccountName, 'there is no account');
  const literals = kustomization.configMapGenerator
    .flatMap((map) => map.literals ?? [])
    .map((line) => line.split('=')[0]!);
  for (const name of [...literals, ...secret.keys]) expect(facts.variables.has(name), `nothing reads ${name}`);
  expect(!manifests.some(({ kind }) => kind === 'Secret'), 'a secret is among the resources');
  return faults;
}

function jobFaults({ template, podFailurePolicy }: JobSpec): string[] {
  const failsAt = podFailurePolicy.rules
    .filter(({ action }) => action === 'FailJob')
    .map(({ onExitCodes }) => onExitCodes);
  return [
    ...(template.spec.containers[0]!.args?.includes('--partial-ok') === true ? [] : ['one bad page fails the job']),
    ...(failsAt.some(({ values }) => values.join() === '2') ? [] : ['wrong use is tried again']),
  ];
}

/** Whether one policy lets all of these pods out to an address by HTTPS. */
function reachesHttps(manifests: readonly Manifest[], pods: readonly Labels[]): boolean {
  return manifests.some(({ kind, spec }) => {
    if (kind !== 'NetworkPolicy') return false;
    const { podSelector, egress = [] } = spec as NetworkPolicySpec;
    const selects = pods.every((labels) => isSubset(podSelector.matchLabels ?? {}, labels));
    return (
      selects && ports(egress.filter(({ to = [] }) => to.some(({ ipBlock }) => ipBlock !== undefined))).includes(443)
    );
  });
}

function networkFaults(manifests: readonly Manifest[], port: number): string[] {
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ spec }) => spec as NetworkPolicySpec);
  const everything = policies.find(
    ({ podSelector, ingress, egress }) =>
      podSelector.matchLabels === undefined && ingress === undefined && egress === undefined,
  );
  const out = policies.flatMap(({ egress }) => ports(egress));
  const isOpen = policies.some(({ ingress = [], egress = [] }) =>
    [...ingress, ...egress].some((rule) => rule.ports === undefined),
  );
  return [
    ...(everything?.policyTypes.join() === 'Ingress,Egress' ? [] : ['not everything is denied first']),
    ...(isOpen ? ['a policy lets every port through'] : []),
    ...(policies.some(({ ingress }) => ports(ingress).includes(port)) ? [] : ['nobody reaches the server']),
    ...NEEDED_PORTS.filter((needed) => !out.includes(needed)).map((needed) => `port ${needed} is not let out`),
  ];
}

function isSubset(part: Labels, whole: Labels): boolean {
  return Object.entries(part).every(([name, value]) => whole[name] === value);
}

function ports(rules: NetworkPolicySpec['egress']): readonly number[] {
  return (rules ?? []).flatMap((rule) => (rule.ports ?? []).map(({ port }) => port));
}
