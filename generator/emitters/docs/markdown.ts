import type { MarkdownIt, Token } from 'markdown-it';
import { redacted } from '../../core/address.js';
import { visibleText } from '../../printer/code.js';
import { markup, renderedHtml, text, type Html } from './html.js';

/** Renders prose of a description. */
export interface Markdown {
  /**
   * Renders blocks. Headings are below the heading of level `below`, without gaps; without `below`,
   * they are emphasised paragraphs. Returns `undefined` if there is no text.
   */
  blocks(source: string | undefined, below?: number): Html | undefined;
  /** Renders text of one line. */
  line(source: string): Html;
  /** The words of a text without their markup, on one line. */
  plain(source: string): string;
}

/**
 * Loads the renderer. HTML of a description is shown as text, links lead to `http:`, `https:` and
 * `mailto:` only, and images become links, so that a page loads nothing from elsewhere.
 */
export async function createMarkdown(): Promise<Markdown> {
  const { default: create } = await import('markdown-it');
  const renderer = create('default', { html: false, linkify: false, typographer: false });
  renderer.disable(['image']);
  renderer.validateLink = (url) => /^(?:https?:\/\/|mailto:)/i.test(url.trim());
  limitAttributes(renderer);
  return {
    blocks(source, below) {
      const prose = cleaned(source ?? '');
      if (prose === '') return undefined;
      const tokens = renderer.parse(prose, {});
      moveHeadings(tokens, below);
      return markup`<div class="prose">${renderedHtml(renderer.renderer.render(tokens, renderer.options, {}))}</div>`;
    },
    line: (source) => renderedHtml(renderer.renderInline(oneLine(cleaned(source)))),
    plain: (source) => oneLine(textOf(renderer.parseInline(cleaned(source), {}))),
  };
}

function cleaned(source: string): string {
  return redacted(visibleText(source)).trim();
}

function oneLine(source: string): string {
  return source.replace(/\s+/gu, ' ').trim();
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) =>
      children !== null && children.length > 0
        ? textOf(children)
        : type === 'softbreak' || type === 'hardbreak'
          ? ' '
          : content,
    )
    .join('');
}

/** Replaces what a strict policy of the page forbids, and makes what scrolls reachable with the keyboard. */
function limitAttributes({ renderer }: MarkdownIt): void {
  const { rules } = renderer;
  rules['table_open'] = () =>
    '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  for (const cell of ['th_open', 'td_open'])
    rules[cell] = (tokens, index, options, _env, self) => {
      const token = tokens[index];
      if (token !== undefined) token.attrs = null;
      return self.renderToken(tokens, index, options);
    };
  rules['link_open'] = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow');
    return self.renderToken(tokens, index, options);
  };
  const block = (content: string): string =>
    `<pre tabindex="0"><code>${text(content.replace(/\n$/, ''))}</code></pre>\n`;
  rules['fence'] = (tokens, index) => block(tokens[index]?.content ?? '');
  rules['code_block'] = (tokens, index) => block(tokens[index]?.content ?? '');
}

function moveHeadings(tokens: readonly Token[], below: number | undefined): void {
  const levels = tokens
    .filter(({ type }) => type === 'heading_open')
    .map(({ tag }) => Number(tag.slice(1)));
  const top = Math.min(...levels);
  let current = below ?? 0;
  for (const token of tokens) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue;
    if (below === undefined) {
      token.tag = 'p';
      if (token.type === 'heading_open') token.attrSet('class', 'heading');
      continue;
    }
    if (token.type === 'heading_open')
      current = Math.min(6, current + 1, below + 1 + Number(token.tag.slice(1)) - top);
    token.tag = `h${current}`;
  }
}
