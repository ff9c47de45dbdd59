/** Compiles the packages that browsers and Docusaurus load, `packages/widget` and `packages/docusaurus-plugin`, where their sources have changed. */
import { buildPackages } from './build/build-packages.ts';

await buildPackages();
