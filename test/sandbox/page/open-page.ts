import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import type { PlatformClient } from '@platform/platform';
import type { SandboxControlClient } from '@platform/sandbox-control';
import { buildSandboxIfStale } from '../../../scripts/build-sandbox.js';
import { findChromium } from '../../engines/chromium.js';
import { type SandboxProcess, startProcess } from '../built.js';
import { exchangeOf, type Trader } from '../exchange/traders.js';
import { controlOf, platformOf } from '../sandbox.js';
import { type BrowserPage, startBrowser, type Viewport } from './browser.js';

/** Path of Chromium, if it is installed, and the title of tests that need it. */
export const chromium: string | undefined = findChromium();
export const chromiumTitle: string =
  chromium ?? 'no chromium is installed (Debian has it as the package "chromium")';

export const desktop: Viewport = { width: 1200, height: 900 };
export const phone: Viewport = { width: 390, height: 844 };

/** Folder for screenshots, for people who change the page. */
const screenshots = env['TALLYSTICK_SCREENSHOTS'];

/** Panels by the fragments of their addresses. */
export const panels = [
  'requests',
  'keys',
  'projects',
  'operations',
  'deliveries',
  'policies',
  'accounts',
  'market',
  'orders',
  'funds',
  'connections',
] as const;

/** The page of a sandbox of its own, in a browser. */
export class OpenPage {
  sandbox: SandboxProcess;
  readonly page: BrowserPage;
  readonly control: SandboxControlClient;
  readonly platform: PlatformClient;
  /** The sample project. */
  readonly projectId: string;
  /** The sample user of the exchange. */
  readonly sample: Pick<Trader, 'profileId' | 'userId' | 'exchange'>;

  private constructor(
    sandbox: SandboxProcess,
    page: BrowserPage,
    found: Pick<OpenPage, 'projectId' | 'sample'>,
  ) {
    this.sandbox = sandbox;
    this.page = page;
    this.control = controlOf(sandbox);
    this.platform = platformOf(
      sandbox.url,
      variable(sandbox, 'BEARER_KEY_NAME'),
      variable(sandbox, 'BEARER_KEY_SECRET'),
      variable(sandbox, 'WALLET_AUTH_SECRET'),
    );
    this.projectId = found.projectId;
    this.sample = found.sample;
  }

  /** Starts a sandbox with its samples, and opens its page on a desktop. */
  static async open(journal: string = 'memory'): Promise<OpenPage> {
    await buildSandboxIfStale();
    const sandbox = await startProcess('--journal', journal);
    const { tenancy, exchange } = controlOf(sandbox);
    const [project] = await tenancy.listProjects();
    const [user] = await exchange.listUsers(project?.organizationId ?? '');
    const [profile] = await exchange.listProfiles(user?.id ?? '');
    const key = {
      name: variable(sandbox, 'EXCHANGE_KEY'),
      secret: variable(sandbox, 'EXCHANGE_SECRET'),
      passphrase: variable(sandbox, 'EXCHANGE_PASSPHRASE'),
    };
    const page = await startBrowser(chromium ?? '');
    await page.resize(desktop);
    await page.open(`${sandbox.url}/`);
    return new OpenPage(sandbox, page, {
      projectId: project?.id ?? '',
      sample: {
        userId: user?.id ?? '',
        profileId: profile?.id ?? '',
        exchange: exchangeOf(sandbox.url, key),
      },
    });
  }

  /** Resolves when the page shows a text. */
  shows(text: string): Promise<void> {
    return this.page.until(`document.body.innerText.includes(${JSON.stringify(text)})`);
  }

  /** Opens a panel by its link. */
  async openPanel(name: (typeof panels)[number]): Promise<void> {
    const link = `nav a[href="#/${name}"]`;
    await this.page.evaluate(`document.querySelector('${link}').click()`);
    await this.page.until(`document.querySelector('${link}[aria-current]') !== null`);
  }

  /** Presses a button as soon as there is one with a text in a part of the page. */
  async pressButton(within: string, text: string): Promise<void> {
    const button = `[...document.querySelectorAll(${JSON.stringify(`${within} button`)})].find((each) => each.textContent === ${JSON.stringify(text)})`;
    await this.page.until(`${button} !== undefined`);
    await this.page.evaluate(`${button}.click()`);
  }

  /** Enters a text into a field, or replaces the text that it has. */
  async fill(selector: string, text: string): Promise<void> {
    const field = `document.querySelector(${JSON.stringify(selector)})`;
    await this.page.until(`${field} !== null`);
    await this.page.evaluate(`(${field}.focus(), ${field}.select?.())`);
    if (text === '') await this.page.press('Backspace');
    else await this.page.type(text);
  }

  /** Saves a screenshot, if these are wanted. */
  async capture(name: string): Promise<void> {
    if (screenshots === undefined) return;
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot(join(screenshots, `${name}.png`));
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.sandbox.stop();
  }
}

/** A variable that the sandbox printed. */
function variable({ output }: SandboxProcess, name: string): string {
  return new RegExp(`${name}='(.*)'`).exec(output)?.[1] ?? '';
}
