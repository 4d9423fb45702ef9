// Numbers, sizes and times for people.

const whole = new Intl.NumberFormat("en");
const date = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeStyle: "short", hour12: false });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export function number(value: number): string {
  return whole.format(value);
}

export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${number(value)} ${value === 1 ? noun : plural}`;
}

export function size(bytes: number): string {
  if (bytes < 0) {
    return "size unknown";
  }
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

// What deleting frees is counted in blocks of the disk. This is the size of what the files contain.
export function contentOf(found: { redundantBytes: number }): string {
  return `${number(found.redundantBytes)} bytes of content`;
}

export function time(seconds: number): string {
  return seconds === 0 ? "time unknown" : date.format(new Date(seconds * 1000)).replace(",", "");
}

const spans: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

export function age(seconds: number, now = Date.now() / 1000): string {
  if (seconds === 0) {
    return "";
  }
  const passed = seconds - now;
  const [unit, length] = spans.find(([, span]) => Math.abs(passed) >= span) ?? ["minute", 60];
  return relative.format(Math.trunc(passed / length), unit);
}

// A folder without what all paths share.
export function below(root: string, folder: string): string {
  if (folder === root && root !== "") {
    return folder.slice(folder.lastIndexOf("/") + 1);
  }
  return root !== "" && folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : folder || "/";
}

// The names that occur in all of these folders, as far as they differ: what a user need not compare.
export function commonNames(root: string, folders: string[]): Set<string> {
  const [first, ...others] = [...new Set(folders)].map((folder) => new Set(below(root, folder).split("/")));
  return new Set([...(first ?? [])].filter((name) => others.every((names) => names.has(name))));
}

const shownLength = 48; // characters

// A folder below the root in parts: names that are common to all copies, and names that are not. In a long path, of what is
// common only the ends are shown.
export function partsOf(root: string, folder: string, common: Set<string>): { text: string; isCommon: boolean }[] {
  const path = below(root, folder);
  const parts: { names: string[]; isCommon: boolean }[] = [];
  for (const name of path.split("/")) {
    const last = parts.at(-1);
    if (last?.isCommon === common.has(name)) {
      last.names.push(name);
    } else {
      parts.push({ names: [name], isCommon: common.has(name) });
    }
  }
  return parts.map(({ names, isCommon }, at) => {
    const shown = isCommon && path.length > shownLength && names.length > 2 ? [names[0], "…", names.at(-1)] : names;
    return { text: shown.join("/") + (at + 1 < parts.length ? "/" : ""), isCommon };
  });
}

export const ruleLabels: Record<string, [label: string, explanation: string]> = {
  oldest: ["Oldest", "Keep the oldest copy of each group: the one that was modified first"],
  newest: ["Newest", "Keep the newest copy of each group: the one that was modified last"],
  "plain-name": ["Plain name", "Keep the copy without additions to its name, such as (1) or Copy of"],
  "shortest-name": ["Shortest name", "Keep the copy with the shortest file name"],
  "longest-name": ["Longest name", "Keep the copy with the longest file name"],
  shallowest: ["Fewest folders", "Keep the copy with the fewest folders above it"],
  deepest: ["Most folders", "Keep the copy with the most folders above it"],
  "shortest-path": ["Shortest path", "Keep the copy with the shortest path"],
  "root-order": ["First root", "Keep the copy in the folder that you named first on the command line"],
  "most-links": ["Most links", "Keep the copy with the most hard links"],
};

// Rules that decide by default or are chosen on the command line, and have no button.
export const otherRules: Record<string, string> = {
  "outside-links": "Most names elsewhere",
  "symbolic-links": "Most symbolic links",
  "longest-path": "Longest path",
  "newest-folder": "Newest folder",
  "oldest-folder": "Oldest folder",
  "first-name": "First name",
  "most-companions": "Most companions",
  "most-tags": "Best tags",
  "largest-cover": "Largest cover",
  "oldest-taken": "Taken first",
};

// Ends at the name of the file, whose folders nobody needs here.
const companionRule = /^companion of .*?([^/]+)$/s;
const folderRule = /^(never|reference|the others match drop) (.+)$/s;

// The rule that a group counts for: each counts once, for the last rule that it took to decide.
export function decider(reason: string): string {
  return folderRule.test(reason) ? reason : reason.split(", ").at(-1)!;
}

// Which copies each rule keeps, as the rest of a sentence.
const kept: Record<string, string> = {
  oldest: "the oldest copy is kept",
  newest: "the newest copy is kept",
  "plain-name": "the copy with the plain name is kept",
  "shortest-name": "the copy with the shortest name is kept",
  "longest-name": "the copy with the longest name is kept",
  shallowest: "the copy in the fewest folders is kept",
  deepest: "the copy in the most folders is kept",
  "shortest-path": "the copy with the shortest path is kept",
  "longest-path": "the copy with the longest path is kept",
  "root-order": "the copy in the first root is kept",
  "most-links": "the copy with the most hard links is kept",
  "outside-links": "the copy with the most names elsewhere is kept",
  "symbolic-links": "the copy with the most symbolic links is kept",
  "newest-folder": "the copy in the newest folder is kept",
  "oldest-folder": "the copy in the oldest folder is kept",
  "first-name": "the copy whose name comes first is kept",
  "most-companions": "the copy with more companions, such as sidecars, is kept",
  "most-tags": "the copy with the best tags is kept",
  "largest-cover": "the copy with the largest cover is kept",
  "oldest-taken": "the copy that was taken first is kept",
};

// Says why a copy is kept: the rules that decided, or a folder that is always kept.
export function whyKept(reason: string): string {
  const [, option, path] = folderRule.exec(reason) ?? [];
  if (path) {
    const name = path.slice(path.lastIndexOf("/") + 1) || "/";
    return { never: `you always keep ${name}`, reference: `${name} is a reference folder` }[option!] ?? `you remove duplicates from ${name}`;
  }
  const [, main] = companionRule.exec(reason) ?? [];
  if (main) {
    return `companions of ${main} are kept or removed with it`;
  }
  const words = reason.split(", ");
  return words.length > 1 && words.every((word) => kept[word])
    ? `rules decided: ${words.map((word) => ruleLabel(word).toLowerCase()).join(", then ")}`
    : (kept[reason] ?? reason);
}

export function ruleLabel(word: string): string {
  return ruleLabels[word]?.[0] ?? otherRules[word] ?? word;
}

// Characters that turn the direction of text, or that are not seen, could show another content than there is.
export function safe(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\u{fffd}");
}
