import type { PluginOptions } from './build.js';
import { plugins } from './plugin.js';

export type { PluginOptions };

/** The plug-in for webpack 5: generates before each compilation, also those of watch mode. Requires the package `unplugin`. */
export function tallystick(options?: PluginOptions): { apply(compiler: object): void } {
  return plugins.webpack(options);
}
