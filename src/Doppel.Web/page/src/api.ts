// The answers of the API as docs/ui-api.md describes them, and the requests.

import type { Action } from "./actions";

export type ActivityKind = "search" | "plan" | "review" | "act" | "undo" | "resume";
export type Mark = "unplanned" | "stays" | "must-stay" | "goes" | "in-folder" | "skipped" | "gone";
export type Kind = "other" | "picture" | "sound" | "film" | "text";

export interface Problem {
  name: string;
  reason: string;
}

export interface Activity {
  kind: ActivityKind;
  // Of a run that is carried out.
  action: Action | null;
  stage: string;
  done: number;
  total: number;
  bytesDone: number;
  bytesTotal: number;
  filesSeen: number;
  isStopping: boolean;
}

// A device that doppel tune has measured, in seconds since 1970, and how many files are read from it at once at first.
export interface Tuning {
  device: string;
  model: string;
  readers: number;
  measured: number;
}

export interface Found {
  files: number;
  groups: number;
  copies: number;
  redundantBytes: number;
  gone: number;
  inTrash: number;
  isComplete: boolean;
  twins: number;
  mediaNotShown: number;
  folderGroups: number;
  emptyFolderCount: number;
  emptyFolders: string[];
  tunings: Tuning[];
  problemCount: number;
  problems: Problem[];
}

export interface Rules {
  prefer: string[];
  always: string[];
  clear: string[];
  fixed: string[];
}

// What an action would do with the plan; with whyNot, it is impossible.
export interface Offer {
  action: Action;
  groups: number;
  // Those that go as a whole.
  folders: number;
  files: number;
  names: number;
  freedBytes: number;
  heldFiles: number;
  danglingLinks: number;
  losingFiles: number;
  skipped: number;
  warnings: string[];
  whyNot: string | null;
}

export interface Proposal {
  id: string;
  actions: Offer[];
}

export interface Run {
  kind: ActivityKind;
  // Null for an undo, and if the run has failed before it was known.
  action: Action | null;
  id: string;
  done: number;
  freedBytes: number;
  problemCount: number;
  left: number;
  isUndone: boolean;
  failure: string | null;
  problems: Problem[];
}

// What is searched. Sizes are written as on the command line; empty for the default.
export interface SearchFilters {
  roots: { name: string; isSearched: boolean }[];
  minSize: string;
  maxSize: string;
  include: string[];
  exclude: string[];
  media: boolean;
}

export interface State {
  version: number;
  title: string;
  root: string;
  isReport: boolean;
  // Null for a report.
  filters: SearchFilters | null;
  activity: Activity | null;
  found: Found | null;
  rules: Rules;
  plan: { groups: number; folders: number; files: number; names: number; freedBytes: number; skipped: number; byHand: number };
  reasons: { reason: string; groups: number }[];
  undoChoice: string | null;
  redoChoice: string | null;
  proposal: Proposal | null;
  lastRun: Run | null;
  unfinished: string[];
  notes: string[];
  isRestored: boolean;
  failure: string | null;
}

export interface Row {
  group: number;
  size: number;
  copies: number;
  going: number;
  redundantBytes: number;
  kind: Kind;
  byHand: boolean;
  shown: number;
  // The format of media with the same sound or picture but different tags; null if the files are identical.
  twins: string | null;
  // The number of copies on saved volumes and in buckets.
  saved: number;
  name: string;
  folder: string;
}

// A saved volume, or a bucket if its name begins with s3://, and when it was saved or listed.
export interface Saved {
  volume: string;
  made: number;
}

export interface Copy {
  copy: number;
  mark: Mark;
  // What a run did with it, if it is gone.
  goneBy: Action | null;
  why: string;
  size: number;
  modified: number;
  links: number;
  // Null if it is on a disk.
  saved: Saved | null;
  names: { name: string; folder: string; folderNumber: number }[];
}

export interface Group extends Row {
  version: number;
  proof: string;
  reason: string;
  list: Copy[];
}

export interface TagTable {
  columns: { copies: number[]; coverBytes: number; failure: string }[];
  tags: { name: string; values: string[] }[];
  equal: number;
  left: number;
}

export interface FolderShare {
  folder: number;
  path: string;
  copies: number;
  bytes: number;
  // The rule for this very folder.
  use: "always" | "clear" | null;
}

export interface FolderView {
  version: number;
  here: FolderShare;
  above: FolderShare[];
  inside: FolderShare[];
  others: number;
  otherBytes: number;
}

// A folder of a group of folders.
export interface FolderMark {
  path: string;
  mark: Mark;
  goneBy: Action | null;
  why: string;
}

export interface FolderGroup {
  group: number;
  // Whether names are equal, too, or only contents; or the first folder is contained in the second one.
  match: "name" | "content" | "contained";
  files: number;
  bytes: number;
  redundantBytes: number;
  byHand: boolean;
  reason: string;
  folders: FolderMark[];
}

export interface FolderGroups {
  version: number;
  total: number;
  groups: FolderGroup[];
}

export interface PairSide {
  path: string;
  copies: number;
  going: number;
  // -1 before they were counted, and if there are too many.
  files: number;
}

export interface Pair {
  pair: number;
  groups: number;
  bytes: number;
  first: PairSide;
  second: PairSide;
}

export interface Pairs {
  version: number;
  survey: number;
  pairs: Pair[];
}

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

export async function post(path: string, body: object = {}): Promise<State> {
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
  return get<{ version: number; total: number; groups: Row[] }>(`api/groups?${fields}`);
}

export function previewUrl(copy: number): string {
  return `preview/${copy}`;
}

export function fileUrl(copy: number): string {
  return `file/${copy}`;
}
