import { existsSync } from 'node:fs';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { escapeBraces } from './braces.js';
import { inlineDiagrams } from './diagrams.js';
import { rewriteLinks } from './links.js';
import { sidebar } from './sidebar.js';

const docs = fileURLToPath(new URL('..', import.meta.url));

/** Address of the repository for links to files that are no pages, such as descriptions and tests. Without it, they are no links. */
const repository = env['SITE_REPOSITORY'];
const base = env['SITE_BASE'] ?? '/';

export default defineConfig({
  lang: 'en',
  title: 'Tallystick',
  description: 'Typed clients and servers from the description of an API',
  base,
  head: [['link', { rel: 'icon', href: `${base}logo.svg` }]],
  cacheDir: 'node_modules/.vitepress',
  // The index of the search is larger than what Vite expects of a chunk; it is loaded when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 4096 } },
  rewrites: {
    'README.md': 'pages.md',
    'start/README.md': 'start/index.md',
    'guide/adapters/README.md': 'guide/adapters/index.md',
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Headings have the same anchors as on the pages of the repository.
    anchor: { slugify: (text) => slug(text) },
    config(md) {
      escapeBraces(md);
      inlineDiagrams(md);
      rewriteLinks(md, { docs, repository });
    },
  },
  themeConfig: {
    logo: { src: '/logo.svg', alt: '' },
    search: { provider: 'local' },
    nav: [
      { text: 'Start', link: '/start/', activeMatch: '^/(start|frameworks|from)/' },
      { text: 'Guide', link: '/guide/describing' },
      { text: 'Reference', link: '/guide/cli' },
      { text: 'Sandbox', link: '/sandbox/getting-started' },
      { text: 'All pages', link: '/pages' },
      ...(existsSync(`${docs}playground/index.md`)
        ? [{ text: 'Playground', link: '/playground/' }]
        : []),
    ],
    sidebar,
    outline: [2, 3],
    footer: { message: 'MIT licence' },
  },
});
