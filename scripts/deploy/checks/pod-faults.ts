import type { Container, Kustomization, PodSpec } from './manifest.ts';
import type { ProgramFacts } from './program-facts.ts';

/** What in a pod does not keep the restricted profile, or names what is not there; empty when nothing does. */
export function podFaults(pod: PodSpec, kustomization: Kustomization, secret: string): readonly string[] {
  const faults: string[] = [];
  const expect = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault));
  const { securityContext = {}, volumes = [] } = pod;
  expect(pod.automountServiceAccountToken === false, 'it gets a token for the cluster');
  expect(
    pod.hostNetwork !== true && volumes.every(({ hostPath }) => hostPath === undefined),
    "it sees the machine's own",
  );
  expect(securityContext.runAsNonRoot === true && (securityContext.runAsUser ?? 0) > 0, 'it may run as root');
  expect(securityContext.seccompProfile?.type === 'RuntimeDefault', 'it may call all of the kernel');
  const maps = kustomization.configMapGenerator.map(({ name }) => name);
  for (const { name, configMap } of volumes) {
    expect(configMap === undefined || maps.includes(configMap.name), `there is no ${configMap?.name} for ${name}`);
  }
  for (const container of pod.containers) {
    faults.push(...containerFaults(container));
    expect(
      kustomization.images.some(({ name, newTag }) => name === container.image && /\d/u.test(newTag)),
      `${container.image} has no version`,
    );
    for (const { configMapRef, secretRef } of container.envFrom ?? []) {
      expect(configMapRef === undefined || maps.includes(configMapRef.name), `there is no ${configMapRef?.name}`);
      expect(secretRef === undefined || secretRef.name === secret, `there is no ${secretRef?.name}`);
    }
    for (const { name } of container.volumeMounts ?? []) {
      expect(
        volumes.some((volume) => volume.name === name),
        `there is no volume ${name}`,
      );
    }
  }
  return faults;
}

function containerFaults({ securityContext = {}, resources, volumeMounts = [] }: Container): string[] {
  const faults: string[] = [];
  const expect = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault));
  expect(securityContext.allowPrivilegeEscalation === false, 'it may gain rights');
  expect(securityContext.readOnlyRootFilesystem === true, 'its root can be written');
  expect(securityContext.capabilities?.drop?.includes('ALL') === true, 'it keeps capabilities');
  expect(
    resources?.requests?.['cpu'] !== undefined && resources.requests['memory'] !== undefined,
    'it asks for no resources',
  );
  expect(resources?.limits?.['memory'] !== undefined, 'it may take all memory');
  const writable = volumeMounts.filter(({ readOnly }) => readOnly !== true).map(({ mountPath }) => mountPath);
  expect(writable.join() === '/tmp', `it writes to ${writable.join()}`);
  return faults;
}

/** What the server's probes ask that it does not answer so. */
export function probeFaults(container: Container, facts: ProgramFacts): readonly string[] {
  const faults: string[] = [];
  const expect = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault));
  const port = container.ports?.[0];
  expect(port?.containerPort === facts.port, `the port is not ${facts.port}`);
  const wanted = { startupProbe: '/health', livenessProbe: '/health', readinessProbe: '/ready' } as const;
  for (const [name, path] of Object.entries(wanted) as [keyof typeof wanted, string][]) {
    const found = container[name]?.httpGet;
    expect(found?.path === path && facts.probes.has(path), `${name} does not ask ${path}`);
    expect(found?.port === port?.name, `${name} asks another port`);
  }
  return faults;
}
