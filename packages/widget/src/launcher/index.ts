export { startLauncher } from './start-launcher.ts';
export type { LauncherHandle, LauncherMessages, LauncherOptions } from './start-launcher.ts';
