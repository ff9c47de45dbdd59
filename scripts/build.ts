/** Compiles the packages that browsers and Docusaurus load, `packages/widget` and `packages/docusaurus-plugin`, and bundles `<ibid-ask>`, where their sources have changed. */
import { buildPackages } from './build/build-packages.ts';

await buildPackages();
