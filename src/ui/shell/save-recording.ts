/** The recording that is shown, handed to the browser as a file to keep. */
import type { ClientInfo } from '../../engine/capabilities/profile.ts';
import type { Session } from '../../engine/session/contract.ts';
import { exportable } from '../../engine/session/exportable.ts';
import { FILE_ENDING, writeRecordingFile } from '../../engine/wire-log/recording-file.ts';
import { saveFile } from '../save-file.ts';
import { placeOf } from './about.ts';

/** Lines that are put together before they leave the heap: characters. */
const PIECE = 4_000_000;

export async function saveRecordingFile(
  session: Session,
  app: ClientInfo,
  includeSecrets: boolean,
): Promise<void> {
  const at = Date.now();
  const reveal = (placeholder: string) => session.reveal(placeholder);
  const pieces: Blob[] = [];
  let lines: string[] = [];
  let length = 0;
  for await (const line of writeRecordingFile(exportable(session), {
    app,
    at,
    reveal,
    includeSecrets,
  })) {
    lines.push(line);
    length += line.length;
    if (length < PIECE) continue;
    pieces.push(new Blob(lines));
    lines = [];
    length = 0;
  }
  const file = new Blob([...pieces, ...lines], { type: 'application/jsonl' });
  saveFile(file, fileName(session, at));
}

/** `acme.dev 2026-11-30 14.02.roundtrip.jsonl`: the server that was used last, and the local time of the export. */
export function fileName({ snapshot }: Session, at: number): string {
  const { imported, connection, options } = snapshot;
  if (imported) return imported.name.endsWith(FILE_ENDING) ? imported.name : `${imported.name}${FILE_ENDING}`;
  const time = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const host =
    placeOf(connection?.url ?? options?.url ?? '').host.replaceAll(/[^\w.-]+/g, '_') || 'recording';
  return `${host} ${day} ${two(time.getHours())}.${two(time.getMinutes())}${FILE_ENDING}`;
}
