/** Patterns whose time is proportional to the text. Loaded only by packages that have asked for it. */
export { linearPattern, obstacleTo, type LinearPattern } from './linear-pattern.js';
export type { Obstacle } from './program.js';
export type { PatternFlags } from './syntax-tree.js';
