// The answers and changes of the API. Doppel.Web.Tests writes this from records.

export interface ActionChoice {
  plan: string;
  action: PageAction;
}

export interface Activity {
  kind: ActivityKind;
  action: PageAction | null;
  stage: string;
  done: number;
  total: number;
  bytesDone: number;
  bytesTotal: number;
  filesSeen: number;
  isStopping: boolean;
}

export type ActivityKind = "search" | "plan" | "review" | "act" | "undo" | "resume";

export interface Alike {
  number: number;
  kind: AlikeKind;
  byHand: boolean;
  folders: AlikeSide[];
}

export interface AlikeChoice {
  number: number;
  survey: number;
  going: number[] | null;
}

export type AlikeKind = "same" | "contained" | "elsewhere" | "shares";

export interface AlikeList {
  version: number;
  survey: number;
  found: Alike[];
}

export interface AlikeSide {
  path: string;
  shared: number;
  going: number;
  files: number;
  freedBytes: number;
}

export interface Changes {
  "api/act": ActionChoice;
  "api/alike": AlikeChoice;
  "api/choice": GroupChoice;
  "api/close-result": NoFields;
  "api/folder": FolderChoice;
  "api/forget-choices": NoFields;
  "api/forget-folder": FolderRule;
  "api/map-folder": MapChoice;
  "api/prefer": Preferences;
  "api/redo-choice": NoFields;
  "api/resume": EarlierRun;
  "api/review": NoFields;
  "api/search": NoFields;
  "api/search-with": SearchFilters;
  "api/show": ShownCopy;
  "api/start-afresh": NoFields;
  "api/stop": NoFields;
  "api/undo": EarlierRun;
  "api/undo-choice": NoFields;
  "api/withdraw": NoFields;
}

export interface Companion {
  name: string;
  size: number;
  goes: boolean;
  target: string;
  copy: number | null;
}

export interface Copy {
  copy: number;
  mark: CopyMark;
  goneBy: PageAction | null;
  why: string;
  size: number;
  modified: number;
  links: number;
  saved: Saved | null;
  names: Name[];
  companionOf: string;
  companions: Companion[];
}

export type CopyMark = "unplanned" | "stays" | "must-stay" | "goes" | "in-folder" | "skipped" | "gone";

export interface CopyTags {
  copy: number;
  isCompared: boolean;
  lost: TagValue[];
  lostCount: number;
  added: TagValue[];
  addedCount: number;
}

export interface EarlierRun {
  run: string;
}

export interface Fact {
  name: string;
  value: string;
}

export interface Facts {
  facts: Fact[];
}

export type FileKind = "other" | "picture" | "sound" | "film" | "text";

export interface Filters {
  roots: Root[];
  minSize: string;
  maxSize: string;
  include: string[];
  exclude: string[];
  media: boolean;
}

export interface FolderChoice {
  folder: number;
  up: number;
  use: FolderUse | null;
}

export interface FolderGroup {
  group: number;
  match: string;
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

export interface FolderMap {
  version: number;
  here: FolderShare;
  above: FolderShare[];
}

export interface FolderMark {
  path: string;
  mark: CopyMark;
  goneBy: PageAction | null;
  why: string;
}

export interface FolderRule {
  use: FolderUse;
  index: number;
}

export interface FolderShare {
  folder: number;
  path: string;
  copies: number;
  going: number;
  bytes: number;
  ownBytes: number;
  use: FolderUse | null;
  inside: FolderShare[];
  others: number;
}

export type FolderUse = "always" | "clear";

export interface Found {
  files: number;
  groups: number;
  copies: number;
  redundantBytes: number;
  freedBytes: number;
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

export interface Group extends Row {
  version: number;
  proof: string;
  reason: string;
  list: Copy[];
}

export interface GroupChoice {
  group: number;
  stay: number[] | null;
}

export interface History {
  total: number;
  isOtherActing: boolean;
  problem: string;
  runs: PastRun[];
}

export type KeepRule = "outside-links" | "most-links" | "root-order" | "symbolic-links" | "newest" | "oldest" | "shallowest" | "deepest" | "shortest-name" | "longest-name" | "plain-name" | "most-companions" | "most-tags" | "largest-cover" | "oldest-taken" | "shortest-path" | "longest-path" | "newest-folder" | "oldest-folder" | "first-name";

export interface MapChoice {
  folder: number;
  use: FolderUse | null;
}

export interface Name {
  name: string;
  folder: string;
  folderNumber: number;
}

export type NoFields = Record<string, never>;

export interface Offer {
  action: PageAction;
  groups: number;
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

export type PageAction = "trash" | "link" | "reflink" | "symlink" | "delete" | "move";

export interface PastRun {
  id: string;
  state: RunStanding;
  action: PageAction | null;
  undoes: string | null;
  started: number;
  done: number;
  spaceBytes: number | null;
  places: string[];
  command: string;
  canUndo: boolean;
  canResume: boolean;
  problem: string;
}

export interface Plan {
  groups: number;
  folders: number;
  files: number;
  names: number;
  freedBytes: number;
  skipped: number;
  byHand: number;
}

export interface Preferences {
  rules: KeepRule[];
}

export interface Problem {
  name: string;
  reason: string;
}

export interface Proposal {
  id: string;
  actions: Offer[];
}

export interface Reason {
  reason: string;
  groups: number;
}

export interface Root {
  name: string;
  isSearched: boolean;
}

export interface Row {
  group: number;
  size: number;
  copies: number;
  going: number;
  redundantBytes: number;
  freedBytes: number;
  kind: FileKind;
  byHand: boolean;
  shown: number;
  twins: string | null;
  saved: number;
  parts: string[];
  name: string;
  folder: string;
}

export interface Rows {
  version: number;
  total: number;
  groups: Row[];
}

export interface Rules {
  prefer: KeepRule[];
  always: string[];
  clear: string[];
  fixed: string[];
}

export interface Run {
  kind: ActivityKind;
  action: PageAction | null;
  id: string;
  done: number;
  freedBytes: number;
  problemCount: number;
  left: number;
  canUndo: boolean;
  isUndone: boolean;
  isClosed: boolean;
  failure: string | null;
  problems: Problem[];
}

export type RunStanding = "done" | "interrupted" | "nothing-done" | "partly-undone" | "undone" | "incomplete" | "unreadable";

export interface RunStep {
  run: string;
  action: PageAction;
  files: number;
}

export interface Saved {
  volume: string;
  made: number;
}

export interface SearchFilters {
  roots: number[];
  minSize: string;
  maxSize: string;
  include: string[];
  exclude: string[];
  media: boolean;
}

export interface ShownCopy {
  copy: number;
}

export interface State {
  version: number;
  title: string;
  root: string;
  isReport: boolean;
  canShow: boolean;
  filters: Filters | null;
  activity: Activity | null;
  found: Found | null;
  rules: Rules;
  plan: Plan;
  reasons: Reason[];
  undoChoice: string | null;
  undoRun: RunStep | null;
  redoChoice: string | null;
  proposal: Proposal | null;
  lastRun: Run | null;
  unfinished: string[];
  notes: string[];
  isRestored: boolean;
  failure: string | null;
}

export interface TagColumn {
  copies: number[];
  coverBytes: number;
  failure: string;
}

export interface TagRow {
  name: string;
  values: string[];
}

export interface TagTable {
  columns: TagColumn[];
  tags: TagRow[];
  equal: number;
  left: number;
  keeper: number;
  sidecar: string;
  going: CopyTags[];
}

export interface TagValue {
  name: string;
  value: string;
  kept: string;
}

export interface Tuning {
  device: string;
  model: string;
  readers: number;
  measured: number;
}

export interface Undo {
  names: number;
  lostNames: number;
  bytesNeeded: number;
  problem: string;
  places: UndoPlace[];
}

export interface UndoPlace {
  path: string;
  names: number;
}
