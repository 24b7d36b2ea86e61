import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const VERSION = '22.23.1';
const FOLDER = 'e2e/.out/node22';

/**
 * The path of a Node 22 or newer, which the suite needs: this one where it is new enough, else the one that a package for
 * this platform brings, installed on first use.
 */
export function findNode22() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const path = `${FOLDER}/node_modules/${name}/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  if (!existsSync(path)) {
    console.log(`The conformance suite needs Node 22; installing ${name}@${VERSION} into ${FOLDER}`);
    const installed = spawnSync(
      'npm',
      [
        'install',
        '--prefix',
        FOLDER,
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--silent',
        `${name}@${VERSION}`,
      ],
      { stdio: 'inherit', shell: process.platform === 'win32' },
    );
    if (installed.status !== 0 || !existsSync(path)) {
      throw new Error(`Could not install ${name}@${VERSION}. Run this with Node 22 or newer instead.`);
    }
  }
  return path;
}
