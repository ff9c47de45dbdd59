/** A manifest of Kubernetes, as far as its promises are looked at. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly spec?: unknown;
}

export type Labels = Readonly<Record<string, string>>;

export interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly serviceAccountName?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly hostNetwork?: boolean;
  readonly securityContext?: {
    readonly runAsNonRoot?: boolean;
    readonly runAsUser?: number;
    readonly seccompProfile?: { readonly type: string };
  };
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Readonly<{ name: string; hostPath?: unknown; configMap?: { readonly name: string } }>[];
}

export interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly envFrom?: readonly Readonly<Record<string, { readonly name: string }>>[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels };
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}

/** What brings pods about. */
export interface Workload {
  readonly strategy?: { readonly rollingUpdate?: { readonly maxUnavailable?: number } };
  readonly selector?: { readonly matchLabels: Labels };
  readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
}

export interface JobSpec extends Workload {
  readonly podFailurePolicy: {
    readonly rules: readonly {
      readonly action: string;
      readonly onExitCodes: { readonly values: readonly number[] };
    }[];
  };
}

export interface NetworkPolicySpec {
  readonly podSelector: { readonly matchLabels?: Labels };
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly { readonly ports?: readonly Port[] }[];
  readonly egress?: readonly {
    readonly ports?: readonly Port[];
    readonly to?: readonly { readonly ipBlock?: unknown }[];
  }[];
}

interface Port {
  readonly port: number;
}

export interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
  readonly configMapGenerator: readonly {
    readonly name: string;
    readonly files?: readonly string[];
    readonly literals?: readonly string[];
  }[];
}
