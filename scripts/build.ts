/** Compiles the packages that browsers and Docusaurus load (all, or those named) if their sources have changed. */
import { buildPackages } from './build/build-packages.ts';

const named = process.argv.slice(2);
await (named.length === 0 ? buildPackages() : buildPackages(named));
