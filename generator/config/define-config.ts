import type { Hooks } from './hooks.js';
import type { PackageRequest } from '../pipeline/request.js';

/** Content of a config file. `tallystick.schema.json` describes it for editors. */
export interface Config {
  readonly packages: readonly PackageRequest[];
  /** Functions that adjust every run. Only a module can have them. */
  readonly hooks?: Hooks;
}

/** Config files in the order in which they are looked for in the working directory. */
export const configNames: readonly string[] = [
  'tallystick.yaml',
  'tallystick.json',
  'tallystick.config.ts',
  'tallystick.config.js',
  'tallystick.config.mjs',
];

/** Types the default export of `tallystick.config.ts`. Returns it unchanged. */
export function defineConfig(config: Config): Config {
  return config;
}
