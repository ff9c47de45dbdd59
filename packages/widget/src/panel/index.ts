export { IbidPanel } from './ibid-panel.tsx';
export { mountPanelWith } from './mount-panel.tsx';
export type { IbidPanelProps, MountOptions, PanelHandle, PanelModule } from './mount-panel.tsx';
