import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/** Options of all templates: no dynamic lookups, and an error for missing values. */
const options = { strict: true, knownHelpersOnly: true, noEscape: true };

/** Source of the module for a template, which exports the precompiled specification. */
export function precompileTemplate(path) {
  const specification = Handlebars.precompile(readFileSync(path, 'utf8'), options);
  return `export default ${specification};\n`;
}

/** Plugin for esbuild. */
export const esbuildTemplates = {
  name: 'handlebars-templates',
  setup(build) {
    build.onLoad({ filter: /\.hbs$/ }, ({ path }) => ({
      contents: precompileTemplate(path),
      loader: 'js',
    }));
  },
};

/** Plugin for vitest. */
export const viteTemplates = {
  name: 'handlebars-templates',
  enforce: 'pre',
  load(id) {
    return id.endsWith('.hbs') ? precompileTemplate(id) : undefined;
  },
};
