export { IbidPanel } from './ibid-panel.tsx';
export { mountPanel } from './mount-panel.tsx';
export type { IbidPanelProps, MountOptions, PanelHandle, PanelModule } from './mount-panel.tsx';
