import { createServer, type Server } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { env } from 'node:process';
import { buildPlayground } from '../../scripts/build-playground.js';
import { findChromium } from '../engines/chromium.js';
import { type BrowserPage, startBrowser, type Viewport } from '../sandbox/page/browser.js';

/** Path of Chromium, if it is installed, and the title of tests that need it. */
export const chromium: string | undefined = findChromium();
export const chromiumTitle: string =
  chromium ?? 'no chromium is installed (Debian has it as the package "chromium")';

export const desktop: Viewport = { width: 1280, height: 900 };
export const phone: Viewport = { width: 320, height: 700 };

/** Folder for screenshots, for people who change the page. */
const screenshots = env['TALLYSTICK_SCREENSHOTS'];

/** The policy of the page, as `docs/playground/index.md` has it. */
const policy = /content: "(.*)"/.exec(readFileSync('docs/playground/index.md', 'utf8'))?.[1] ?? '';

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Playground</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>body { font-family: sans-serif; margin: 8px } .dark body { background: #1b1b1f; color: #fff }</style></head>
<body><main><h1>Playground</h1><div id="playground"></div></main><script type="module">
document.documentElement.classList.toggle('dark', matchMedia('(prefers-color-scheme: dark)').matches);
const { mount } = await import('/playground.js');
mount(document.querySelector('#playground'), { pageOf: (code) => '/diagnostics/' + code });
</script></body></html>`;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The playground in a browser, served without the site around it. */
export class OpenPlayground {
  private constructor(
    readonly page: BrowserPage,
    readonly url: string,
    private readonly server: Server,
    private readonly folder: string,
  ) {}

  static async open(): Promise<OpenPlayground> {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-playground-'));
    await buildPlayground(folder);
    const server = createServer(({ url = '/' }, response) => {
      const name = new URL(url, 'http://playground').pathname;
      try {
        const body = name === '/' ? page : readFileSync(join(folder, name));
        response.setHeader('content-type', types[extname(name)] ?? 'text/html').end(body);
      } catch {
        response.writeHead(404).end();
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const browser = await startBrowser(chromium ?? '');
    await browser.resize(desktop);
    const open = new OpenPlayground(browser, url, server, folder);
    await open.load();
    return open;
  }

  /** Opens the page anew, with a fragment, and waits for the first result. */
  async load(fragment = ''): Promise<void> {
    await this.page.open('about:blank');
    await this.page.open(this.url + fragment);
    await this.result();
  }

  /** The status after the run in progress. */
  async result(): Promise<string> {
    await this.page.until(
      `/ms|Nothing was generated|No result|damaged/.test(document.querySelector('.pg-status')?.textContent)`,
    );
    return this.text('.pg-status');
  }

  /** Waits until an element has a text. */
  shows(selector: string, text: string): Promise<void> {
    return this.page.until(
      `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)}) === true`,
    );
  }

  /** The text of an element. */
  async text(selector: string): Promise<string> {
    return String(
      await this.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent`),
    );
  }

  /** Saves a screenshot, if these are wanted. */
  async capture(name: string): Promise<void> {
    if (screenshots === undefined) return;
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot(join(screenshots, `${name}.png`));
  }

  async close(): Promise<void> {
    await this.page.close();
    this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
