'use strict';
/**
 * Docusaurus compiles the plugins it loads, and all they import, with a transpiler of its own that today's syntax and workers do
 * not survive. This file is plain CommonJS, which it hands to Node as it is; Node then loads the rest.
 */
const { default: plugin, validateOptions } = require('./dist/index.js');

module.exports = plugin;
module.exports.validateOptions = validateOptions;
