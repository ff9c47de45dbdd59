'use strict';
/**
 * Docusaurus compiles the plugins it loads, and all they import, with a transpiler of its own that today's syntax and workers do
 * not survive. This file is plain CommonJS, which it hands to Node as it is; Node then loads the rest.
 */
const WANTED = [24, 15];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < WANTED[0] || (major === WANTED[0] && minor < WANTED[1])) {
  throw new Error(
    `@ibid/docusaurus-plugin: this is Node ${process.versions.node}, and Ibid needs ${WANTED.join('.')} or newer.\n` +
      'Why: older versions lack the built-in SQLite that an index is safe with.\n' +
      'Mend: install a newer Node and build the site with it, or take the plugin out of `docusaurus.config`.',
  );
}

const { default: plugin, validateOptions, getSwizzleConfig } = require('./dist/index.js');

module.exports = plugin;
module.exports.validateOptions = validateOptions;
module.exports.getSwizzleConfig = getSwizzleConfig;
