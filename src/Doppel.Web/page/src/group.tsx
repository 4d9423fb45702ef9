// One group: what its files hold, and which copies stay.
import { useEffect, useState } from "preact/hooks";
import { actions } from "./actions";
import { fileUrl, previewUrl, type Copy, type FolderUse, type Group, type Saved } from "./api";
import { useFetched } from "./fetched";
import { age, below, count, number, safe, size, time, whyKept } from "./format";
import { ShownPicture } from "./picture";
import { Film, Sound } from "./players";
import { store } from "./store";
import { Tags } from "./tags";

const cardsAtOnce = 24;
const textBytes = 16 * 1024;

const payloads: Record<string, string> = { picture: "picture", sound: "sound", film: "picture and sound" };

const proofs: Record<string, string> = {
  bytes: "identical byte for byte",
  "xxh3-128": "identical by checksum",
  list: "identical by checksum, in part as a list says",
  unstated: "identical, as the report says",
};

export function useGroup(number: number | undefined, version: number): Group | null {
  return useFetched<Group>(number === undefined ? null : `api/groups/${number}`, version);
}

// Whether a copy is on a disk, and still there.
export const canBeSeen = (copy: Copy) => copy.mark !== "gone" && copy.saved === null;

// Whether two copies are there to be compared.
export function canCompare(group: Group): boolean {
  return group.kind === "picture" && group.list.filter(canBeSeen).length > 1;
}

// What is on a saved volume stays in any case, and is no reason that nothing else does.
const mayStay = (copy: Copy) =>
  copy.saved === null && (copy.mark === "stays" || copy.mark === "goes" || copy.mark === "must-stay");
const stays = (copy: Copy) => copy.mark === "stays" || copy.mark === "must-stay";

// Keeps one copy and lets the others go.
export function keepOnly(number: number, place: number): void {
  void store.choose(number, ({ list }) => {
    const copy = list[place];
    return copy && mayStay(copy) ? [copy.copy] : undefined;
  });
}

// Turns one copy: it stays if it went, and goes if it stayed.
export function turn(number: number, place: number): void {
  void store.choose(number, ({ list }) => {
    const copy = list[place];
    if (!copy || copy.mark === "must-stay" || !mayStay(copy)) {
      return undefined;
    }
    const staying = list.filter((other) => mayStay(other) && stays(other) !== (other === copy)).map((other) => other.copy);
    if (staying.length === 0) {
      throw new Error("Keep at least one copy on a disk.");
    }
    return staying;
  });
}

// Keeps all copies, or leaves the group to the rules if all stay by hand.
export function keepAll(number: number): void {
  void store.choose(number, ({ byHand, going, list }) => {
    const all = list.filter(mayStay).map((copy) => copy.copy);
    return all.length === 0 ? undefined : byHand && going === 0 ? null : all;
  });
}

interface PaneProps {
  group: Group;
  root: string;
  isBusy: boolean;
  onBack: () => void;
  onCompare: () => void;
}

export function GroupPane({ group, root, isBusy, onBack, onCompare }: PaneProps) {
  const [shown, setShown] = useState(cardsAtOnce);
  useEffect(() => setShown(cardsAtOnce), [group.group]);
  const present = group.list.filter((copy) => copy.mark !== "gone");
  return (
    <section class="group" aria-label="Selected group">
      <div class="group-head">
        <button class="back" type="button" onClick={onBack}>
          ← List
        </button>
        <h2>
          <bdi>{group.name}</bdi>
        </h2>
        <p class="quiet">
          {group.twins
            ? `${number(present.length)} ${group.twins.toUpperCase()} files with the same ${payloads[group.kind] ?? "content"} (${size(group.size)}, ${proofs[group.proof]}) but different tags`
            : `${number(present.length)} copies of ${size(group.size)}, ${proofs[group.proof]}`}
          {group.saved > 0 && present.length - group.saved === 1 ? " · the only copy on a disk is always kept" : ""}
          {group.byHand ? " · you chose this" : group.reason ? ` · ${whyKept(group.reason)}` : ""}
        </p>
        <div class="group-tools">
          <button type="button" disabled={isBusy} aria-pressed={group.going === 0} onClick={() => keepAll(group.group)}>
            Keep all <kbd>Space</kbd>
          </button>
          <button
            type="button"
            disabled={isBusy || !group.byHand}
            onClick={() => store.send("api/choice", { group: group.group, stay: null })}
          >
            Leave it to the rules
          </button>
          {canCompare(group) ? (
            <button type="button" onClick={onCompare}>
              Compare <kbd>c</kbd>
            </button>
          ) : null}
        </div>
      </div>
      {group.kind === "picture" ? null : <Preview group={group} />}
      <ol class={group.kind === "picture" ? "cards" : "cards are-plain"}>
        {group.list.slice(0, shown).map((copy, place) => (
          <Card key={copy.copy} group={group} root={root} copy={copy} place={place} isBusy={isBusy} />
        ))}
      </ol>
      {group.twins ? <Tags group={group} /> : null}
      {group.list.length > shown ? (
        <button type="button" onClick={() => setShown(shown + cardsAtOnce * 4)}>
          Show more ({number(group.list.length - shown)} left)
        </button>
      ) : null}
    </section>
  );
}

const words: Record<string, string> = {
  unplanned: "Not planned yet",
  stays: "Keep",
  "must-stay": "Always kept",
  goes: "To remove",
  "in-folder": "To remove with its folder",
  skipped: "Skipped",
};

const told = (copy: Copy) => (copy.goneBy ? actions[copy.goneBy].gone : words[copy.mark]);

const turnTitles: Record<string, string> = { stays: "Remove this copy", goes: "Keep this copy too" };

interface CardProps {
  group: Group;
  root: string;
  copy: Copy;
  place: number;
  isBusy: boolean;
}

function Card({ group, root, copy, place, isBusy }: CardProps) {
  const first = copy.names[0]!;
  const isFree = copy.mark === "stays" || copy.mark === "goes";
  return (
    <li class={`card ${copy.mark}`}>
      {group.kind === "picture" && !copy.saved ? <Picture copy={copy} name={first.name} /> : null}
      <div class="card-text">
        <div class="card-top">
          <button
            type="button"
            class="mark"
            disabled={isBusy || !isFree}
            aria-pressed={isFree ? copy.mark === "stays" : undefined}
            aria-label={`Copy ${place + 1}, ${first.name}: ${told(copy)}`}
            title={isFree ? turnTitles[copy.mark] : undefined}
            onClick={() => turn(group.group, place)}
          >
            {place < 9 ? <kbd>{place + 1}</kbd> : <span class="quiet">{place + 1}</span>} {told(copy)}
          </button>
          {isFree ? (
            <button type="button" class="only" disabled={isBusy} onClick={() => keepOnly(group.group, place)}>
              Keep only this
            </button>
          ) : null}
        </div>
        <div class="card-name">
          <bdi>{first.name}</bdi>
        </div>
        {copy.saved ? (
          <div class="saved">
            <bdi dir="ltr">{first.folder}</bdi>
            <div>{origin(copy.saved)}</div>
          </div>
        ) : (
          <FolderRules folder={first.folder} folderNumber={first.folderNumber} root={root} isBusy={isBusy} />
        )}
        {copy.names.slice(1).map((other) => (
          <div class="quiet" key={other.folder + other.name}>
            same file: <bdi>{`${other.folder}/${other.name}`}</bdi>
          </div>
        ))}
        <div class="quiet">
          {time(copy.modified)}
          {copy.modified ? ` · ${age(copy.modified)}` : ""}
          {group.twins ? ` · ${size(copy.size)}` : ""}
          {links(copy)}
        </div>
        {copy.why ? <div class="why">{copy.why}</div> : null}
      </div>
    </li>
  );
}

// Where a copy is that is on no disk, and since when.
function origin({ volume, made }: Saved): string {
  const [where, how] = volume.startsWith("s3://") ? ["In the bucket", "listed"] : ["On the saved volume", "saved"];
  return `${where} ${volume}${made ? `, ${how} ${time(made)} (${age(made)})` : ""}`;
}

// Names that were not found hold on to the content: without the others, nothing is gained.
function links({ links, names }: Copy): string {
  const others = links - names.length;
  return links < 2 ? "" : ` · ${count(links, "hard link")}${others > 0 ? `, ${number(others)} of them elsewhere` : ""}`;
}

function Picture({ copy, name }: { copy: Copy; name: string }) {
  const [state, setState] = useState("");
  if (copy.mark === "gone" || state === "failed") {
    return (
      <div class="picture is-missing">{copy.mark === "gone" ? told(copy) : "The browser cannot show this format"}</div>
    );
  }
  return (
    <a class="picture" href={state.startsWith("preview") ? previewUrl(copy.copy) : fileUrl(copy.copy)} target="_blank" rel="noreferrer" title="Open in real size">
      <ShownPicture
        copy={copy.copy}
        alt={`Picture ${name}`}
        onShown={(image, isPreview) =>
          setState(`${isPreview ? "preview, " : ""}${image.naturalWidth} × ${image.naturalHeight}`)
        }
        onFailed={() => setState("failed")}
      />
      {state ? <span class="dimensions">{state}</span> : null}
    </a>
  );
}

// What all copies hold, so it is shown once.
function Preview({ group }: { group: Group }) {
  const copy = group.list.find(canBeSeen);
  if (!copy) {
    return group.list.some((one) => one.saved) ? <p class="preview is-empty quiet">No copy is on a disk.</p> : null;
  }
  const url = fileUrl(copy.copy);
  switch (group.kind) {
    case "sound":
      return <Sound key={copy.copy} url={url} bytes={copy.size} label={`Sound ${group.name}`} />;
    case "film":
      return <Film key={copy.copy} url={url} label={`Film ${group.name}`} />;
    default:
      return <TextPreview key={copy.copy} url={url} isWhole={group.size <= textBytes} />;
  }
}

function TextPreview({ url, isWhole }: { url: string; isWhole: boolean }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      const response = await fetch(url, { headers: { Range: `bytes=0-${textBytes - 1}` }, signal: stop.signal });
      const isText = response.ok && (response.headers.get("Content-Type") ?? "").startsWith("text/plain");
      setText(isText ? safe(await response.text()) : "");
    };
    load().catch(() => setText(""));
    return () => stop.abort();
  }, [url]);
  if (text === null) {
    return <div class="preview is-empty" />;
  }
  if (text === "") {
    return <p class="preview is-empty quiet">There is no preview for this kind of file.</p>;
  }
  return (
    <figure class="preview">
      <pre tabIndex={0} aria-label="Content of the file" dir="auto">
        {text}
      </pre>
      {isWhole ? null : <figcaption class="quiet">the first {size(textBytes)}</figcaption>}
    </figure>
  );
}

interface FolderProps {
  folder: string;
  folderNumber: number;
  root: string;
  isBusy: boolean;
}

// The folder of a copy, with a rule for it or a folder above it one step away.
function FolderRules({ folder, folderNumber, root, isBusy }: FolderProps) {
  const [isOpen, setOpen] = useState(false);
  const levels: string[] = [];
  for (let path = folder; path !== "" && levels.length < 8; path = path.slice(0, path.lastIndexOf("/"))) {
    levels.push(path);
    if (path === root) {
      break;
    }
  }
  const use = (up: number, how: FolderUse) => {
    setOpen(false);
    void store.send("api/folder", { folder: folderNumber, up, use: how });
  };
  return (
    <details class="folder" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <bdi dir="ltr">{below(root, folder)}</bdi>
      </summary>
      {isOpen ? (
        <ul class="folder-rules">
          {levels.map((path, up) => (
            <li key={path}>
              <bdi dir="ltr">{below(root, path)}</bdi>
              <span class="folder-buttons">
                <button type="button" disabled={isBusy} onClick={() => use(up, "always")}>
                  Always keep
                </button>
                <button type="button" disabled={isBusy} onClick={() => use(up, "clear")}>
                  Remove from here
                </button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </details>
  );
}
