import type { MatrixRow } from '../../../engine/comparison/matrix.ts';

/** Whether a row of the matrix is about a difference, by where that stands: segments of its path. Of a list its first row is about all of it. */
export function isAbout(
  { key, label, subject }: Pick<MatrixRow, 'key' | 'label' | 'subject'>,
  segments: readonly (string | number)[],
): boolean {
  const [top, name, id] = segments;
  if (subject.kind === 'call') return false;
  if (subject.kind === 'list')
    return key === subject.method || (key.endsWith(' output schemas') && id === 'outputSchema');
  switch (key) {
    case 'negotiated':
      return top === 'protocolVersion' || top === 'supportedVersions';
    case 'server':
      return top === 'serverInfo';
    case 'instructions':
      return top === 'instructions';
  }
  if (key !== `${String(top)} ${label}`) return false;
  // Each extension and each experiment is a row of its own.
  const own =
    name === 'extensions' ? id : name === 'experimental' && id !== undefined ? `experimental.${id}` : name;
  return own === label || JSON.stringify(own) === label;
}

/** Whether the diff that a row opens tells of what stands in it; a session, attempts, and for how long a list may be kept stand nowhere else. */
export function isInDiff({ key, code, subject }: Pick<MatrixRow, 'key' | 'code' | 'subject'>): boolean {
  if (subject.kind === 'list') return !key.endsWith(' kept');
  return subject.kind === 'call' || code || ['negotiated', 'server', 'instructions'].includes(key);
}
