import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Shows diagrams as part of the page, not as images, so that they follow the page's choice of light or dark colours. Their style sheet is
 * that of the theme, because a page has it once.
 */
export function inlineDiagrams(md) {
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index].attrGet('src');
    if (!/\/diagrams\/[^/]+\.svg$/.test(source)) return image(tokens, index, options, env, self);
    const path = resolve(dirname(env.realPath ?? env.path), source);
    const svg = readFileSync(path, 'utf8').replace(/<style>.*?<\/style>\n/s, '');
    const label = md.utils.escapeHtml(tokens[index].content);
    return `<span class="figure" role="group" aria-label="${label}" tabindex="0" v-pre>${svg}</span>`;
  };
}
