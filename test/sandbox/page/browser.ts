import { writeFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { startChromium } from '../../engines/chromium.js';

/** Size of a window. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly isDark?: boolean;
}

/** A page in a browser that a test operates as a person does. */
export interface BrowserPage {
  /** What the console and exceptions of the page said. */
  readonly complaints: readonly string[];
  /** URLs that the page and its workers requested. */
  readonly requests: readonly string[];
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Resolves as soon as an expression is true. It is evaluated after every change of the document, its address and the focus. */
  until(expression: string): Promise<void>;
  /** Presses a key: `Tab`, `Enter`, ` `, or a letter. */
  press(
    key: string,
    options?: { readonly shift?: boolean; readonly control?: boolean },
  ): Promise<void>;
  /** Enters text where the focus is. */
  type(text: string): Promise<void>;
  /** Presses Tab until an element that matches a CSS selector has the focus. Fails if none gets it. */
  tabTo(selector: string): Promise<void>;
  resize(viewport: Viewport): Promise<void>;
  /** Presses and releases the pointer on an element that matches a CSS selector, after scrolling to it. */
  click(selector: string): Promise<void>;
  /** Drops a file on an element, as from a file manager. */
  drop(file: string, selector: string): Promise<void>;
  /** Saves what the page offers as a download in a folder. */
  saveDownloads(folder: string): Promise<void>;
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly message: string };
}

/** Starts a browser with an empty page. It is operated over pipes. */
export async function startBrowser(file: string): Promise<BrowserPage> {
  const browser = startChromium(
    file,
    ['--remote-debugging-pipe', 'about:blank'],
    ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  );
  const [, , , input, output] = browser.child.stdio as unknown as [
    null,
    null,
    null,
    Writable,
    Readable,
  ];
  const complaints: string[] = [];
  const requests: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  let rest = '';
  output.setEncoding('utf8').on('data', (data: string) => {
    const texts = `${rest}${data}`.split('\0');
    rest = texts.pop() ?? '';
    for (const text of texts) {
      const message = JSON.parse(text) as Message;
      if (message.id !== undefined) waiting.get(message.id)?.(message);
      else if (/exceptionThrown|consoleAPICalled|entryAdded/.test(message.method ?? ''))
        complaints.push(JSON.stringify(message.params));
      else if (message.method === 'Network.requestWillBeSent')
        requests.push((message.params as { request: { url: string } }).request.url);
      else if (message.method === 'Target.attachedToTarget' && message.sessionId !== undefined)
        void watchWorker(String(message.params?.['sessionId']));
    }
  });
  let last = 0;
  const ask = (method: string, params: object, session?: string): Promise<Message['result']> =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
      const target = session === undefined ? {} : { sessionId: session };
      input.write(`${JSON.stringify({ id, method, params, ...target })}\0`);
    });
  /** A worker waits until its requests are recorded. */
  const watchWorker = async (worker: string): Promise<void> => {
    for (const method of ['Network.enable', 'Runtime.enable', 'Runtime.runIfWaitingForDebugger'])
      await ask(method, {}, worker);
  };
  const created = await ask('Target.createTarget', { url: 'about:blank' });
  const attached = await ask('Target.attachToTarget', {
    targetId: created?.['targetId'],
    flatten: true,
  });
  const session = String(attached?.['sessionId']);
  const send = (method: string, params: object = {}): Promise<Message['result']> =>
    ask(method, params, session);
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`);
  await send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });

  const evaluate = async (expression: string): Promise<unknown> => {
    const answer = (await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as {
      readonly result: { readonly value?: unknown };
      readonly exceptionDetails?: unknown;
    };
    if (answer.exceptionDetails !== undefined)
      throw new Error(`${expression}: ${JSON.stringify(answer.exceptionDetails)}`);
    return answer.result.value;
  };
  const until = async (expression: string): Promise<void> => {
    const watch = `new Promise((resolve) => {
      const look = () => {
        if (!(${expression})) return;
        observer.disconnect();
        for (const event of events) removeEventListener(event, look);
        resolve(true);
      };
      const events = ['load', 'hashchange', 'focusin'];
      const observer = new MutationObserver(look);
      const all = { subtree: true, childList: true, attributes: true, characterData: true };
      observer.observe(document, all);
      for (const event of events) addEventListener(event, look);
      look();
    })`;
    // The document may be replaced by another one while it is watched.
    for (;;) {
      try {
        await evaluate(watch);
        return;
      } catch (error) {
        if (!/context was destroyed|navigated|Cannot find context/.test(String(error))) throw error;
      }
    }
  };
  const press: BrowserPage['press'] = async (key, { shift = false, control = false } = {}) => {
    const named: Readonly<Record<string, { readonly code: number; readonly text?: string }>> = {
      Tab: { code: 9 },
      Enter: { code: 13, text: '\r' },
      Escape: { code: 27 },
      Backspace: { code: 8 },
      ' ': { code: 32, text: ' ' },
      ArrowDown: { code: 40 },
      ArrowRight: { code: 39 },
      End: { code: 35 },
      Home: { code: 36 },
    };
    const { code, text } = named[key] ?? { code: key.toUpperCase().charCodeAt(0), text: key };
    const common = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode: code };
    const modifiers = (shift ? 8 : 0) + (control ? 2 : 0);
    await send('Input.dispatchKeyEvent', {
      ...common,
      type: text === undefined ? 'rawKeyDown' : 'keyDown',
      modifiers,
      ...(text === undefined ? {} : { text }),
    });
    await send('Input.dispatchKeyEvent', { ...common, type: 'keyUp', modifiers });
  };
  /** A point of an element in the window. A wide one can reach beyond what is visible of it. */
  const pointOf = async (selector: string): Promise<{ readonly x: number; readonly y: number }> => {
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    await until(`${element} !== null`);
    return (await evaluate(`(() => {
      const element = ${element};
      const point = () => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { x: left + Math.min(width / 2, 20), y: top + height / 2 };
      };
      const { x, y } = point();
      if (element.contains(document.elementFromPoint(x, y))) return { x, y };
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return point();
    })()`)) as { readonly x: number; readonly y: number };
  };
  return {
    complaints,
    requests,
    evaluate,
    until,
    press,
    async open(url) {
      await send('Page.navigate', { url });
      await until(
        `location.href.startsWith(${JSON.stringify(url)}) && document.readyState === 'complete'`,
      );
    },
    type: async (text) => void (await send('Input.insertText', { text })),
    async tabTo(selector) {
      for (let presses = 0; presses < 200; presses += 1) {
        await press('Tab');
        const hit = `document.activeElement?.matches(${JSON.stringify(selector)}) === true`;
        if ((await evaluate(hit)) === true) return;
      }
      throw new Error(`Tab does not reach ${selector}`);
    },
    async resize({ width, height, isDark = false }) {
      await send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: width < 600,
      });
      const value = isDark ? 'dark' : 'light';
      await send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value }],
      });
    },
    async click(selector) {
      const at = await pointOf(selector);
      const pointer = { ...at, button: 'left', clickCount: 1 };
      await send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved' });
      await send('Input.dispatchMouseEvent', { ...pointer, type: 'mousePressed', buttons: 1 });
      await send('Input.dispatchMouseEvent', { ...pointer, type: 'mouseReleased' });
    },
    async drop(file, selector) {
      const at = await pointOf(selector);
      const data = { items: [], files: [file], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'])
        await send('Input.dispatchDragEvent', { ...at, type, data });
    },
    async saveDownloads(folder) {
      await ask('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    },
    async screenshot(path) {
      const taken = await send('Page.captureScreenshot', {
        format: 'png',
        captureBeyondViewport: true,
      });
      writeFileSync(path, Buffer.from(String(taken?.['data']), 'base64'));
    },
    close: () => browser.close(),
  };
}
