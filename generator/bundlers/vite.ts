import type { PluginOptions } from './build.js';
import { plugins } from './plugin.js';

export type { PluginOptions };

/** The plug-in for Vite: runs watch mode in a development server, and generates before a build. Requires the package `unplugin`. */
export function tallystick(options?: PluginOptions): { readonly name: string } {
  return plugins.vite(options);
}
