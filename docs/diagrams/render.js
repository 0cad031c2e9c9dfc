import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { instance } from '@viz-js/viz';

// Draws each <name>.dot of this folder as <name>.svg. With --check, it reports those that are not up to date instead.
const folder = fileURLToPath(new URL('.', import.meta.url));
const graphviz = await instance();

/** What all diagrams have in common. Colours are classes, so that they follow the reader's choice of light or dark. */
const graphAttributes = { bgcolor: 'transparent', fontname: 'Helvetica', nodesep: 0.45, pad: 0.1 };
const nodeAttributes = {
  shape: 'box',
  style: 'rounded',
  fontname: 'Helvetica',
  fontsize: 13,
  margin: '0.3,0.12',
};
const edgeAttributes = { fontname: 'Helvetica', fontsize: 11, arrowsize: 0.7 };

/** Colours, for pages that show a diagram as an image. Pages of the site have the same rules in their style sheet. */
const style = readFileSync(new URL('diagram.css', import.meta.url), 'utf8').trim();

function draw(text) {
  const [, title = ''] = /^\/\/ title: (.*)$/m.exec(text) ?? [];
  const [, description = ''] = /^\/\/ description: (.*)$/m.exec(text) ?? [];
  const svg = graphviz.renderString(text, {
    format: 'svg',
    graphAttributes,
    nodeAttributes,
    edgeAttributes,
  });
  const digest = createHash('sha256').update(text).digest('hex');
  const [, viewBox = ''] = /viewBox="([^"]*)"/.exec(svg) ?? [];
  const [, , width, height] = viewBox.split(' ').map(Number);
  const body = svg
    .slice(svg.indexOf('<g id="graph0"'), svg.lastIndexOf('</svg>'))
    .replaceAll(/<title>.*?<\/title>\n?|<!--.*?-->\n?/gs, '')
    .replaceAll(/ (?:fill|stroke|font-family|id)="[^"]*"/g, '')
    .replaceAll('&#160;', ' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="diagram" role="img" aria-label="${title}" viewBox="${viewBox}" width="${width}" height="${height}" style="min-width: ${Math.round(width * 0.7)}px; max-width: ${width}px">`,
    `<title>${title}</title>`,
    `<desc>${description}</desc>`,
    `<metadata>sha256 of the source: ${digest}</metadata>`,
    `<style>\n${style}\n</style>`,
    body.trim(),
    '</svg>\n',
  ].join('\n');
}

const stale = readdirSync(folder)
  .filter((name) => name.endsWith('.dot'))
  .filter((name) => {
    const path = `${folder}${name.replace(/dot$/, 'svg')}`;
    const drawn = draw(readFileSync(`${folder}${name}`, 'utf8'));
    if (!argv.includes('--check')) writeFileSync(path, drawn);
    return readFileSync(path, 'utf8') !== drawn;
  });
if (stale.length > 0) {
  console.error(`not up to date, npm run docs draws them again: ${stale.join(', ')}`);
  exit(1);
}
