import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Where Chromium is; undefined where there is none, and tests of it say that they were skipped. */
export const CHROMIUM: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => [join(folder, 'chromium'), join(folder, 'chromium-browser')])
  .find((path) => existsSync(path));

/** What became of a page. */
export interface OpenedPage {
  /** Its elements once it had loaded, as HTML. */
  readonly dom: string;
  /** Addresses that the page asked for over the network. */
  readonly requests: readonly string[];
}

/** What the browser itself asks its makers for, whatever it is told. */
const OWN = /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:google|googleapis|gstatic|gvt1)\.com(?:[:/]|$)/u;

/** Opens a file in Chromium, behind a proxy that notes and refuses everything. */
export async function openPage(path: string): Promise<OpenedPage> {
  if (CHROMIUM === undefined) throw new Error('there is no chromium');
  const requests: string[] = [];
  const note = (address: string): void => {
    if (!OWN.test(address)) requests.push(address);
  };
  const proxy = createServer((request, response) => {
    note(request.url ?? '');
    response.writeHead(403).end();
  });
  proxy.on('connect', (request, socket) => {
    note(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const profile = mkdtempSync(join(tmpdir(), 'flow-browser-'));
  try {
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      `--proxy-server=http://127.0.0.1:${port}`,
      '--dump-dom',
      `file://${path}`,
    ];
    const { stdout } = await promisify(execFile)(CHROMIUM, flags, {
      maxBuffer: 2 ** 28,
      timeout: 60_000,
    });
    return { dom: stdout, requests };
  } finally {
    proxy.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
