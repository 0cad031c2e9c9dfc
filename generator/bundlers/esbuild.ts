import type { PluginOptions } from './build.js';
import { plugins } from './plugin.js';

export type { PluginOptions };

/** The plug-in for esbuild: generates before each build, also those of watch mode. Requires the package `unplugin`. */
export function tallystick(options?: PluginOptions): {
  readonly name: string;
  setup(build: object): void | Promise<void>;
} {
  return plugins.esbuild(options);
}
