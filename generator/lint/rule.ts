import type { Reporter } from '../core/diagnostic.js';
import type { Api } from '../model/api.js';

/** One property that a description should have. Examines the whole model and reports each violation. */
export type Rule = (api: Api, reporter: Reporter) => void;
