import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { AlikeCards } from "./alike";
import type { Query, State } from "./api";
import { Banners, Lost } from "./banners";
import { Compare } from "./compare";
import { Dialog } from "./dialog";
import { Filters, isPlain, noFilter } from "./filters";
import { contentOf, count, number, size } from "./format";
import { canCompare, GroupPane, keepAll, keepOnly, turn, useGroup } from "./group";
import { FolderGroupList } from "./foldergroups";
import { GroupList } from "./list";
import { HistoryList, UndoQuestion } from "./history";
import { FolderMap } from "./map";
import { changesFiles, PlanBar, Progress, Result, Working } from "./plan";
import { Review } from "./review";
import { Rows } from "./rows";
import { RuleChips } from "./rules";
import { SearchAgain } from "./searching";
import { store } from "./store";

type View = "groups" | "folders" | "map" | "history";
const views: [View, label: string, key?: string][] = [
  ["groups", "Groups"],
  ["folders", "Folders"],
  ["map", "Map"],
  ["history", "History", "h"],
];

// The view that the address names, as in #history.
const namedView = () => views.find(([view]) => location.hash === `#${view}`)?.[0] ?? null;

function App() {
  const { state, isLost, message } = store;
  const [rows, setRows] = useState(() => new Rows({ ...noFilter, order: "redundant" }));
  const [place, setPlace] = useState(0);
  const [chosenView, setChosenView] = useState(namedView);
  const [isOpen, setOpen] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const [seenRun, setSeenRun] = useState("");
  const [undoing, setUndoing] = useState("");
  const search = useRef<HTMLInputElement>(null);

  const { query, total } = rows;
  const hasOnlyFolders = state?.found?.groups === 0 && state.found.folderGroups > 0;
  const view = chosenView ?? (hasOnlyFolders ? "folders" : "groups");
  const activity = state?.activity ?? null;
  const isBusy = activity !== null || isLost;
  const selected = Math.min(place, Math.max(0, total - 1));
  const row = rows.at(selected);
  const group = useGroup(row?.group, state?.version ?? 0);
  const setView = (view: View) => {
    window.history.replaceState(null, "", `#${view}`);
    setChosenView(view);
  };
  // Takes back what happened last. Before a run is undone, the user is asked.
  const undo = () => {
    if (state?.undoRun) {
      setUndoing(state.undoRun.run);
    } else {
      void store.send("api/undo-choice", {});
    }
  };
  const ask = (change: Partial<Query>) => {
    setRows(new Rows({ ...query, ...change }));
    setPlace(0);
  };
  const open = (place: number) => {
    setPlace(place);
    setOpen(true);
  };

  // The keys mean what is shown, so they change with it, and not a frame later.
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (document.querySelector("dialog[open]")) {
        return;
      }
      const isTyping = target.matches("input, select, textarea");
      if (event.key === "Escape" && isTyping) {
        target.blur();
        // Browsers would clear the text.
        event.preventDefault();
      }
      if (isTyping || event.altKey) {
        return;
      }
      if (press(event, target)) {
        event.preventDefault();
      }
    };
    // Returns whether the key means something here. Space and Enter stay with buttons that have the focus.
    const press = (event: KeyboardEvent, target: HTMLElement): boolean => {
      const isControl = target.matches("button, summary, a, pre, audio, video");
      const move = (by: number) => setPlace(Math.min(Math.max(0, selected + by), Math.max(0, total - 1)));
      const isList = view === "groups";
      const digit = /^Digit([1-9])$/.exec(event.code);
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand) {
        if (event.key.toLowerCase() === "z" && !isBusy) {
          if (event.shiftKey) {
            void store.send("api/redo-choice", {});
          } else {
            undo();
          }
          return true;
        }
        return false;
      }
      if (digit && isList) {
        if (row && !isBusy) {
          (event.shiftKey ? turn : keepOnly)(row.group, Number(digit[1]) - 1);
        }
        return true;
      }
      switch (event.key) {
        case "u":
          if (!isBusy) {
            undo();
          }
          return true;
        case "h":
          setView(view === "history" ? "groups" : "history");
          return true;
        case "r":
          if (!isBusy && state && state.plan.files > 0) {
            void store.send("api/review", {});
          }
          return true;
        case "?":
          setHelping(true);
          return true;
      }
      if (!isList) {
        return false;
      }
      switch (event.key) {
        case "j":
        case "ArrowDown":
          move(1);
          return true;
        case "k":
        case "ArrowUp":
          move(-1);
          return true;
        case "PageDown":
          move(10);
          return true;
        case "PageUp":
          move(-10);
          return true;
        case "Home":
          move(-total);
          return true;
        case "End":
          move(total);
          return true;
        case " ":
          if (isControl) {
            return false;
          }
          if (row && !isBusy) {
            keepAll(row.group);
          }
          return true;
        case "Enter":
          if (isControl) {
            return false;
          }
          setOpen(true);
          return true;
        case "Escape":
          setOpen(false);
          return true;
        case "c":
          setComparing(group !== null && canCompare(group));
          return true;
        case "/":
          search.current?.focus();
          return true;
        default:
          return false;
      }
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  });

  useEffect(() => {
    const changed = () => setChosenView(namedView());
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  }, []);

  // After a click the keys mean the list again: otherwise Space would press the same button once more.
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      const isButton = (event.target as HTMLElement).closest(".work button") !== null;
      if (isButton && event.detail > 0) {
        document.querySelector<HTMLElement>(".list")?.focus({ preventScroll: true });
      }
    };
    document.addEventListener("click", clicked);
    return () => document.removeEventListener("click", clicked);
  }, []);

  if (!state) {
    return (
      <>
        <Head state={null} isBusy={true} onSearch={() => {}} onHelp={() => {}} />
        {isLost ? <Lost /> : null}
      </>
    );
  }
  const root = state.root.replace(/\/+$/, "");
  const run = state.lastRun;
  const runKey = run ? `${run.kind}${run.id}${run.done}` : "";
  const closeResult = () => {
    setSeenRun(runKey);
    void store.send("api/close-result", {});
  };
  // The list stays, unseen: it notices when an undo brings groups back.
  const isDone = view !== "history" && total === 0 && isPlain(query) && !activity && state.found?.folderGroups === 0;
  const isRunning = activity !== null && changesFiles(activity);
  return (
    <>
      <Head state={state} isBusy={isBusy} onSearch={() => setSearching(true)} onHelp={() => setHelping(true)} />
      <Banners state={state} isLost={isLost} isBusy={isBusy} message={message} />
      {activity && !state.found ? (
        <main class="start">
          <Progress activity={activity} isReport={state.isReport} />
        </main>
      ) : null}
      {state.found ? (
        <main class={isDone ? "work is-done" : "work"}>
          <RuleChips state={state} isBusy={isBusy} />
          <nav class="views" aria-label="Views">
            {views.map(([one, label, key]) => (
              <button key={one} type="button" aria-current={view === one ? "page" : undefined} onClick={() => setView(one)}>
                {label} {key ? <kbd class="wide-only">{key}</kbd> : null}
              </button>
            ))}
          </nav>
          {isDone ? <Nothing state={state} /> : null}
          {view === "history" ? <HistoryList version={state.version} isBusy={isBusy} onUndo={setUndoing} /> : null}
          {view === "folders" ? (
            <section class="folders" tabIndex={0} aria-label="Folders">
              {state.found.folderGroups > 0 ? <FolderGroupList version={state.version} root={root} isBusy={isBusy} /> : null}
              <AlikeCards version={state.version} root={root} isBusy={isBusy} />
            </section>
          ) : null}
          {view === "map" ? (
            <FolderMap
              version={state.version}
              root={root}
              isBusy={isBusy}
              onShow={(folder, folderPath) => {
                ask({ ...noFilter, folder, folderPath });
                setView("groups");
              }}
            />
          ) : null}
          <div hidden={view !== "groups"} class={isOpen ? "panes is-open" : "panes"}>
            <section class="list-pane" aria-label="Groups">
              <Filters query={query} root={root} hasTwins={state.found.twins > 0} total={total} search={search} onAsk={ask} />
              <GroupList
                rows={rows}
                version={state.version}
                root={root}
                selected={selected}
                onSelect={open}
              />
            </section>
            <div class="group-pane">
              {group ? (
                <GroupPane group={group} root={root} isBusy={isBusy} canShow={state.canShow} onBack={() => setOpen(false)} onCompare={() => setComparing(true)} />
              ) : (
                <p class="quiet hint">{total === 0 ? "No group matches." : ""}</p>
              )}
            </div>
          </div>
        </main>
      ) : null}
      {state.found ? <PlanBar state={state} isBusy={isBusy} onUndo={undo} /> : null}
      {isRunning ? <Working state={state} /> : null}
      {state.proposal && !activity ? <Review state={state} /> : null}
      {undoing && !isRunning ? <UndoQuestion key={undoing} run={undoing} isBusy={isBusy} onClose={() => setUndoing("")} /> : null}
      {run && !isRunning && !run.isClosed && runKey !== seenRun ? <Result key={runKey} run={run} isBusy={isBusy} onClose={closeResult} /> : null}
      {isComparing && group && canCompare(group) ? <Compare key={group.group} group={group} root={root} onClose={() => setComparing(false)} /> : null}
      {isSearching && state.filters && !activity ? <SearchAgain filters={state.filters} tunings={state.found?.tunings ?? []} onClose={() => setSearching(false)} /> : null}
      {isHelping ? <Help onClose={() => setHelping(false)} /> : null}
    </>
  );
}

interface HeadProps {
  state: State | null;
  isBusy: boolean;
  onSearch: () => void;
  onHelp: () => void;
}

function Head({ state, isBusy, onSearch, onHelp }: HeadProps) {
  const found = state?.found;
  return (
    <header class="top">
      <h1>Doppel</h1>
      {state ? (
        <p class="top-title">
          <bdi>{state.title}</bdi>
        </p>
      ) : null}
      {found ? (
        <p class="top-numbers quiet">
          {found.files > 0 ? `${count(found.files, "file")} searched · ` : ""}
          {count(found.groups, "group")} of duplicates
          {found.folderGroups > 0 ? `, ${count(found.folderGroups, "group")} of folders` : ""} · <span title={contentOf(found)}>{size(found.freedBytes)} redundant</span>
          {found.gone > 0 ? ` · ${number(found.gone)} ${found.gone === found.inTrash ? "in the trash" : "resolved"}` : ""}
        </p>
      ) : null}
      {found && state?.filters ? (
        <button type="button" disabled={isBusy} onClick={onSearch}>
          Search again …
        </button>
      ) : null}
      {state ? (
        <button type="button" onClick={onHelp}>
          Help <kbd>?</kbd>
        </button>
      ) : null}
    </header>
  );
}

function Nothing({ state }: { state: State }) {
  const found = state.found!;
  const isAllTrash = found.inTrash === found.gone;
  const title = found.gone === 0 ? "No duplicates" : isAllTrash ? "All duplicates are in the trash" : "All duplicates are resolved";
  return (
    <section class="start">
      <h2>{title}</h2>
      <p class="quiet">
        {found.gone === 0
          ? `${count(found.files, "file")} searched, and none has a copy.`
          : found.inTrash > 0
            ? "You can restore them below, and later from the History. Empty the trash to free their space."
            : "You can undo the last run below. Search again to see what has changed since."}
      </p>
      <button type="button" onClick={() => store.send("api/search", {})}>
        {state.isReport ? "Read the report again" : "Search again"}
      </button>
    </section>
  );
}

const steps = [
  "Choose at the top which copies to keep: one rule is enough. A number in a rule is the number of groups that it decides.",
  "Look at the groups in the list, and correct what you want otherwise: keep only one copy, all copies, or a whole folder.",
  "Review the plan. It says what will happen to how many files, and nothing has been changed before you confirm it.",
  "Take back what you did with Ctrl+Z, also a whole run. The view History restores the files of earlier runs.",
];
const keys: [string, string][] = [
  ["j, k", "next and previous group; arrows, Page Up and Page Down, Home and End work too"],
  ["1 … 9", "keep only this copy"],
  ["Shift 1 … 9", "remove this copy, or keep it too"],
  ["Space", "keep all copies of the group, or leave it to the rules again"],
  ["u, Ctrl Z", "undo the last choice, or the run if it was last; Ctrl Shift Z makes the choice again"],
  ["c", "compare two pictures that have different tags"],
  ["Backspace", "in the map, go back up; arrows and Enter go to a folder and open it"],
  ["r", "review the plan"],
  ["/", "search in paths"],
  ["h", "show the history of all runs, and go back to the groups"],
  ["Esc", "back to the list"],
  ["?", "show this help"],
];

function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Help" onClose={onClose}>
      <ol class="steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>Keys</h3>
      <dl class="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-buttons">
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

store.start(() => render(<App />, document.getElementById("app")!));
