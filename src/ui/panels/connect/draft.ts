/** The form as it survives a reload: in this tab only, and never the value of a secret header. */
export interface Draft {
  readonly url: string;
  readonly version: string;
  readonly otherVersion: string;
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
    /** Absent in a form that was kept before there were marks. */
    readonly secret?: boolean;
    readonly lost: boolean;
  }[];
  readonly seconds: string;
  /** The query of the address that filled the form last. */
  readonly link: string;
}

const KEY = 'roundtrip connect draft';

/** A storage that a browser may refuse to give. */
function tabStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function readText(record: Record<string, unknown>, key: string): string {
  const value = record[key];
  return typeof value === 'string' ? value : '';
}

export function readDraft(text: string | null | undefined): Draft | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const record = value as Record<string, unknown>;
  const headers = Array.isArray(record['headers']) ? (record['headers'] as unknown[]) : [];
  return {
    url: readText(record, 'url'),
    version: readText(record, 'version') || 'auto',
    otherVersion: readText(record, 'otherVersion'),
    seconds: readText(record, 'seconds') || '60',
    link: readText(record, 'link'),
    headers: headers.flatMap((each) => {
      if (typeof each !== 'object' || each === null) return [];
      const header = each as Record<string, unknown>;
      const secret = header['secret'];
      return [
        {
          name: readText(header, 'name'),
          value: readText(header, 'value'),
          ...(typeof secret === 'boolean' ? { secret } : {}),
          lost: header['lost'] === true,
        },
      ];
    }),
  };
}

export function loadDraft(): Draft | null {
  try {
    return readDraft(tabStorage()?.getItem(KEY));
  } catch {
    return null;
  }
}

export function saveDraft(draft: Draft): void {
  try {
    tabStorage()?.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}

/** What a deep link fills in: the address and the version. Anything else in it is ignored, a secret above all. */
export function readLink(query: string): { url: string; version: string | null } | null {
  const parameters = new URLSearchParams(query);
  const url = parameters.get('url');
  return url ? { url, version: parameters.get('version') } : null;
}
