import { stringLiteral } from '../../../engine/base/json/write.ts';
import { track } from '../../parts/pending.svelte.ts';

/** A file a person picked, as a block of an answer: its bytes in base64 under its own type. */
export async function toDataBlock(kind: 'image' | 'audio', file: File): Promise<string> {
  const bytes = new Uint8Array(await track(file.arrayBuffer()));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const type = file.type.startsWith(`${kind}/`) ? file.type : kind === 'image' ? 'image/png' : 'audio/wav';
  return `{ "type": "${kind}", "data": ${stringLiteral(btoa(binary))}, "mimeType": ${stringLiteral(type)} }`;
}
