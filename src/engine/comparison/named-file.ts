/** How far the first line of a file is looked for. */
const FIRST_LINE_LIMIT = 65_536;

/** The value of a file's first line; undefined where it is no JSON, or longer than any first line of ours. */
export async function firstLineOf(file: Blob): Promise<unknown> {
  try {
    const [line = ''] = (await file.slice(0, FIRST_LINE_LIMIT).text()).split('\n', 1);
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** `file`, whose first line is a JSON object, with `name` as that one's member `name`. All else stays as it is. */
export async function withName(file: Blob, name: string): Promise<Blob> {
  const [line = ''] = (await file.slice(0, FIRST_LINE_LIMIT).text()).split('\n', 1);
  const header: unknown = JSON.parse(line);
  const { length } = new TextEncoder().encode(line);
  const named = JSON.stringify({ ...(header as object), name });
  return new Blob([named, file.slice(length)], { type: file.type });
}
