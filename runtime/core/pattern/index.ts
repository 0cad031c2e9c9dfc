/** Regular expressions that match in linear time. Only packages with this option load them. */
export { linearPattern, obstacleTo, type LinearPattern } from './linear-pattern.js';
export type { Obstacle } from './program.js';
export type { PatternFlags } from './syntax-tree.js';
