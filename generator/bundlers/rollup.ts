import type { PluginOptions } from './build.js';
import { plugins } from './plugin.js';

export type { PluginOptions };

/** The plug-in for Rollup and Rolldown: generates before each build, also those of watch mode. Requires the package `unplugin`. */
export function tallystick(options?: PluginOptions): { readonly name: string } {
  return plugins.rollup(options);
}
