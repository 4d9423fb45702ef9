// The filters of the list, and its order.
import type { Query } from "./api";
import { below, count } from "./format";

// Lists all groups.
export const noFilter = { kind: "", twins: "", folder: "", folderPath: "", text: "", standing: "" };

export const isPlain = (query: Query) => Object.keys(noFilter).every((field) => query[field as keyof Query] === "");

const orders: [string, string][] = [
  ["redundant", "Most space"],
  ["size", "Largest"],
  ["copies", "Most copies"],
  ["name", "Name"],
  ["newest", "Newest"],
  ["oldest", "Oldest"],
];
const kinds: [string, string][] = [
  ["", "All kinds"],
  ["picture", "Pictures"],
  ["sound", "Sound"],
  ["film", "Film"],
  ["text", "Text"],
  ["other", "Other"],
];
const twins: [string, string][] = [
  ["", "All tags"],
  ["1", "Different tags"],
];
const standings: [string, string][] = [
  ["", "All groups"],
  ["goes", "With copies to remove"],
  ["stays", "All copies kept"],
  ["hand", "Chosen by hand"],
];

interface Props {
  query: Query;
  root: string;
  hasTwins: boolean;
  total: number;
  search: preact.RefObject<HTMLInputElement>;
  onAsk: (change: Partial<Query>) => void;
}

export function Filters({ query, root, hasTwins, total, search, onAsk }: Props) {
  const choice = (label: string, field: keyof Query, options: [string, string][]) => (
    <select aria-label={label} value={query[field]} onChange={(event) => onAsk({ [field]: event.currentTarget.value })}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
  return (
    <div class={hasTwins ? "filters has-twins" : "filters"}>
      <input
        ref={search}
        type="search"
        placeholder="Part of a path  ( / )"
        aria-label="Part of a path"
        value={query.text}
        onInput={(event) => onAsk({ text: event.currentTarget.value })}
      />
      {hasTwins ? choice("Tags", "twins", twins) : null}
      {choice("Kind", "kind", kinds)}
      {choice("Plan", "standing", standings)}
      {choice("Order", "order", orders)}
      {query.folder === "" ? null : (
        <button type="button" class="chip is-folder in-folder" onClick={() => onAsk({ folder: "", folderPath: "" })}>
          In <bdi dir="ltr">{below(root, query.folderPath)}</bdi> <span aria-hidden="true">×</span>
          <span class="hidden">: list all folders</span>
        </button>
      )}
      <span class="quiet filter-count" aria-live="polite">
        {total < 0 ? "" : count(total, "group")}
        {!isPlain(query) ? (total === 1 ? " matches" : " match") : ""}
      </span>
    </div>
  );
}
