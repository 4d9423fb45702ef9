// The requests of the API as docs/ui-api.md describes them.

import type { Changes, Rows, State } from "./answers";

export * from "./answers";

export interface Query {
  order: string;
  kind: string;
  twins: string;
  // The number of a folder of the map, and its path for the user; empty for all.
  folder: string;
  folderPath: string;
  text: string;
  standing: string;
}

async function read<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as T & { error?: string };
  if (!response.ok) {
    throw new Error(answer.error ?? `The request failed (${response.status}).`);
  }
  return answer;
}

export async function get<T>(path: string): Promise<T> {
  return read<T>(await fetch(path));
}

export async function post<P extends keyof Changes>(path: P, body: Changes[P]): Promise<State> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return read<State>(response);
}

// Names can have accents as characters of their own, as on macOS, or not. What is typed finds both.
export function rows({ folderPath: _, ...query }: Query, from: number, count: number) {
  const [text, otherForm] = [query.text.normalize("NFC"), query.text.normalize("NFD")];
  const fields = new URLSearchParams({ ...query, text, from: String(from), count: String(count) });
  if (otherForm !== text) {
    fields.set("otherForm", otherForm);
  }
  return get<Rows>(`api/groups?${fields}`);
}

export function previewUrl(copy: number): string {
  return `preview/${copy}`;
}

export function fileUrl(copy: number): string {
  return `file/${copy}`;
}
