import type { Reporter } from '../core/diagnostic.js';
import type { Api } from '../model/api.js';

/** One thing that a description should be. Looks at the whole model and reports where it is not. */
export type Rule = (api: Api, reporter: Reporter) => void;
