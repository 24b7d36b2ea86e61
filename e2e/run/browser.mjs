// Finds a Chromium for the browser tests, and installs one where there is none.
// As a program it prints the path: node e2e/run/browser.mjs

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

/** @typedef {{ path: string, from: string }} Browser */

/** Names looked up on PATH, and full paths, by platform. */
const wellKnown = {
  linux: {
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
    paths: ['/usr/bin/chromium', '/usr/bin/google-chrome', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
  },
  darwin: {
    names: ['chromium'],
    paths: ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
      join(folder, 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
    ]),
  },
  win32: {
    names: [],
    paths: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
      const folder = process.env[variable];
      if (!folder) return [];
      return [
        join(folder, 'Google/Chrome/Application/chrome.exe'),
        join(folder, 'Chromium/Application/chrome.exe'),
        join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      ];
    }),
  },
};

/** Every place a system browser may be, best first. */
function systemPaths() {
  const known = wellKnown[/** @type {'linux' | 'darwin' | 'win32'} */ (process.platform)] ?? wellKnown.linux;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...known.names.flatMap((name) => folders.map((folder) => join(folder, name))), ...known.paths];
}

/**
 * Whether it is there and starts. A downloaded browser on a bare machine often lacks shared libraries, and a
 * distribution's package may be a script that only says how to install the real one.
 * @param {string} path
 */
function starts(path) {
  if (!existsSync(path)) return false;
  // Chrome on Windows opens a window instead of printing its version.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/**
 * A browser that is here already.
 * @returns {Browser | undefined}
 */
export function findBrowser() {
  const named = process.env.ROUNDTRIP_CHROMIUM;
  if (named) {
    if (starts(named)) return { path: named, from: 'ROUNDTRIP_CHROMIUM' };
    throw new Error(`ROUNDTRIP_CHROMIUM names ${named}, which does not start`);
  }
  const own = chromium.executablePath();
  if (own && starts(own)) return { path: own, from: "Playwright's own" };
  const path = systemPaths().find(starts);
  return path ? { path, from: 'the system' } : undefined;
}

/**
 * @param {(line: string) => void} say
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function run(say, command, args, env = {}) {
  say(`> ${[command, ...args].join(' ')}`);
  const done = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 10 * 60_000,
    env: { ...process.env, ...env },
    // npx is a .cmd file on Windows, which starts only through a shell.
    shell: process.platform === 'win32',
  });
  return done.status === 0;
}

/**
 * A browser that is here, or one installed now.
 * @param {(line: string) => void} [say] told what is being done, a line at a time
 * @returns {Browser}
 */
export function ensureBrowser(say = (line) => console.error(line)) {
  const found = findBrowser();
  if (found) return found;

  say("No Chromium or Chrome found. Installing Playwright's own");
  run(say, 'npx', ['playwright', 'install', 'chromium'], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' });
  const own = findBrowser();
  if (own) return own;

  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    say("Playwright's own browser is not to be had. Installing the distribution's chromium");
    if (run(say, 'apt-get', ['update'])) {
      run(say, 'apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
        DEBIAN_FRONTEND: 'noninteractive',
      });
    }
    const installed = findBrowser();
    if (installed) return installed;
  }

  throw new Error(
    [
      'The browser tests need Chromium or Chrome, none was found, and none could be installed.',
      'Install one of them, or run `npx playwright install --with-deps chromium`,',
      'or set ROUNDTRIP_CHROMIUM to the path of one that is elsewhere.',
    ].join('\n'),
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const browser = ensureBrowser();
    console.error(`Found from: ${browser.from}`);
    console.log(browser.path);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
