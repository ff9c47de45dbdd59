import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { Kustomization, Manifest } from './checks/manifest.ts';
import { manifestFaults } from './checks/manifest-faults.ts';
import { deployedConfig } from './checks/deployed-config.ts';
import { programFacts } from './checks/program-facts.ts';

const FOLDER = join(import.meta.dirname, '../../deploy/kubernetes');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const RESOURCES = (parse(read('kustomization.yaml')) as Kustomization).resources;
/** By name, so that a fault can be planted in one of them. */
const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  ['kustomization.yaml', 'secret.example.yaml', ...RESOURCES].map((name) => [name, read(name)]),
);

function faultsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const kustomization = parse(files['kustomization.yaml']!) as Kustomization;
  const manifests = kustomization.resources.flatMap((name) =>
    parseAllDocuments(files[name]!).map((document) => document.toJSON() as Manifest),
  );
  const template = parse(files['secret.example.yaml']!) as Manifest & { readonly stringData: Record<string, string> };
  return manifestFaults(kustomization, manifests, {
    facts: programFacts(),
    config: deployedConfig(join(FOLDER, 'ibid.config.json')),
    secret: { name: template.metadata.name, keys: Object.keys(template.stringData) },
  });
}

describe('the manifests', () => {
  test('keep their promises', () => {
    expect(faultsOf(FILES)).toEqual([]);
  });

  test('are all of them applied, but for the template of the secret', () => {
    const there = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
    expect(there.sort()).toEqual([...RESOURCES, 'kustomization.yaml', 'secret.example.yaml'].sort());
  });

  test('the template of the secret holds none', () => {
    const { stringData } = parse(FILES['secret.example.yaml']!) as { readonly stringData: Record<string, string> };
    for (const value of Object.values(stringData)) expect(value).toMatch(/^$|REPLACE-ME|PASSWORD/u);
  });

  test.each([
    [
      'a probe of a path that is not there',
      'deployment.yaml',
      'path: /ready',
      'path: /readyz',
      /readinessProbe does not ask/u,
    ],
    [
      'a life that hangs on the stores',
      'deployment.yaml',
      'path: /health',
      'path: /ready',
      /livenessProbe does not ask/u,
    ],
    ['another port', 'deployment.yaml', 'containerPort: 3210', 'containerPort: 8080', /the port is not 3210/u],
    [
      'a kill before the last answer',
      'deployment.yaml',
      'PeriodSeconds: 50',
      'PeriodSeconds: 40',
      /killed before 41 s/u,
    ],
    [
      'fewer servers during an update',
      'deployment.yaml',
      'maxUnavailable: 0',
      'maxUnavailable: 1',
      /takes a server away/u,
    ],
    [
      'a root that can be written',
      'deployment.yaml',
      'readOnlyRootFilesystem: true',
      'readOnlyRootFilesystem: false',
      /root can be written/u,
    ],
    ['root', 'index-job.yaml', 'runAsUser: 10001', 'runAsUser: 0', /job: it may run as root/u],
    ['capabilities', 'index-job.yaml', 'drop: [ALL]', 'drop: []', /job: it keeps capabilities/u],
    [
      'a token',
      'deployment.yaml',
      'automountServiceAccountToken: false',
      'automountServiceAccountToken: true',
      /token/u,
    ],
    [
      'a folder of the machine',
      'deployment.yaml',
      'emptyDir:\n            sizeLimit: 64Mi',
      'hostPath:\n            path: /',
      /machine's own/u,
    ],
    ['a secret of another name', 'deployment.yaml', 'name: ibid-secrets', 'name: ibid-secret', /no ibid-secret$/mu],
    ['labels that nobody has', 'service.yaml', 'component: server', 'component: servers', /does not find the servers/u],
    ['one server', 'autoscaler.yaml', 'minReplicas: 2', 'minReplicas: 1', /no server may be left/u],
    [
      'an open network',
      'network-policy.yaml',
      'policyTypes: [Ingress, Egress]',
      'policyTypes: [Ingress]',
      /denied first/u,
    ],
    ['a closed store', 'network-policy.yaml', 'port: 6333', 'port: 6334', /port 6333 is not let out/u],
    [
      'a variable that nothing reads',
      'kustomization.yaml',
      'IBID_INDEX=',
      'IBID_INDEX_URL=',
      /nothing reads IBID_INDEX_URL/u,
    ],
    ['an image without a version', 'kustomization.yaml', 'newTag: 0.1.0', 'newTag: latest', /no version/u],
    [
      'a secret that is applied',
      'kustomization.yaml',
      '  - index-job.yaml',
      '  - index-job.yaml\n  - secret.example.yaml',
      /among the resources/u,
    ],
    ['one bad page that fails all', 'index-job.yaml', ', --partial-ok', '', /one bad page fails the job/u],
    ['wrong use that is tried again', 'index-job.yaml', 'values: [2]', 'values: [4]', /wrong use is tried again/u],
    [
      'an embedder that only servers reach',
      'network-policy.yaml',
      'ibid-to-its-embedder\nspec:\n  podSelector: {}',
      'ibid-to-its-embedder\nspec:\n  podSelector: { matchLabels: { app.kubernetes.io/component: server } }',
      /do not both reach a hosted embedder/u,
    ],
    ['a key that no embedder gets', 'secret.example.yaml', "  COHERE_API_KEY: ''\n", '', /gets its COHERE_API_KEY/u],
    [
      'a token that allows nothing',
      'secret.example.yaml',
      "  COHERE_API_KEY: ''",
      "  COHERE_API_KEY: ''\n  IBID_TOKEN: ''",
      /IBID_TOKEN allows nothing/u,
    ],
    ['two that index at once', 'index-job.yaml', 'Policy: Forbid', 'Policy: Allow', /two runs/u],
  ])('a planted fault is seen: %s', (_, file, from, to, fault) => {
    const planted = FILES[file]!.replaceAll(from, to);
    expect(planted).not.toBe(FILES[file]);
    expect(faultsOf({ ...FILES, [file]: planted }).join('\n')).toMatch(fault);
  });
});
