import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/** What every template of the project is compiled with: no lookups by name at run time, no silent holes. */
const options = { strict: true, knownHelpersOnly: true, noEscape: true };

/** The module that stands for a template: its precompiled specification. */
export function precompileTemplate(path) {
  const specification = Handlebars.precompile(readFileSync(path, 'utf8'), options);
  return `export default ${specification};\n`;
}

/** For esbuild. */
export const esbuildTemplates = {
  name: 'handlebars-templates',
  setup(build) {
    build.onLoad({ filter: /\.hbs$/ }, ({ path }) => ({
      contents: precompileTemplate(path),
      loader: 'js',
    }));
  },
};

/** For vitest. */
export const viteTemplates = {
  name: 'handlebars-templates',
  enforce: 'pre',
  load(id) {
    return id.endsWith('.hbs') ? precompileTemplate(id) : undefined;
  },
};
