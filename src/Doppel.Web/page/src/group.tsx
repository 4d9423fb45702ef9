// One group: what its files hold, and which copies stay. Identical files have one preview and a table of copies. Pictures
// that may differ have a card for each.
import { useEffect, useMemo, useState } from "preact/hooks";
import { actions } from "./actions";
import { fileUrl, previewUrl, type Copy, type Facts, type FolderUse, type Group, type Saved, type TagTable } from "./api";
import { TagChanges } from "./changes";
import { Companions, Follows } from "./companions";
import { useFetched } from "./fetched";
import { age, below, commonNames, count, number, partsOf, safe, size, time, whyKept } from "./format";
import { ShownPicture } from "./picture";
import { Film, Sound } from "./players";
import { store } from "./store";
import { Tags } from "./tags";

const copiesAtOnce = 24;
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

// Whether the pictures of a group can differ, if only in how they are turned.
const hasCards = (group: Group) => group.kind === "picture" && group.twins !== null;

// Whether two copies are there to be compared.
export function canCompare(group: Group): boolean {
  return hasCards(group) && group.list.filter(canBeSeen).length > 1;
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
  // Whether a file can be shown in the file manager.
  canShow: boolean;
  onBack: () => void;
  onCompare: () => void;
}

export function GroupPane({ group, root, isBusy, canShow, onBack, onCompare }: PaneProps) {
  const [shown, setShown] = useState(copiesAtOnce);
  useEffect(() => setShown(copiesAtOnce), [group.group]);
  const tags = useFetched<TagTable>(group.twins ? `api/tags/${group.group}` : null, group.version);
  const present = group.list.filter((copy) => copy.mark !== "gone");
  const common = useMemo(() => commonNames(root, group.list.map((copy) => copy.names[0]!.folder)), [root, group]);
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
      {hasCards(group) ? null : <Preview group={group} />}
      <ol class={hasCards(group) ? "cards" : "copies"}>
        {group.list.slice(0, shown).map((copy, place) => (
          <CopyItem key={copy.copy} {...{ group, root, common, copy, place, tags, isBusy, canShow }} />
        ))}
      </ol>
      {group.twins ? <Tags group={group} table={tags} /> : null}
      {group.list.length > shown ? (
        <button type="button" onClick={() => setShown(shown + copiesAtOnce * 4)}>
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

function told(copy: Copy): string | undefined {
  if (copy.goneBy) {
    return actions[copy.goneBy].gone;
  }
  return copy.companionOf !== "" && copy.mark === "must-stay" ? "With its file" : words[copy.mark];
}

const turnTitles: Record<string, string> = { stays: "Remove this copy", goes: "Keep this copy too" };

interface CopyProps {
  group: Group;
  root: string;
  common: Set<string>;
  copy: Copy;
  place: number;
  // Of media with other tags, once they have been read.
  tags: TagTable | null;
  isBusy: boolean;
  canShow: boolean;
}

// A row of the table, or a card with its own picture.
function CopyItem({ group, root, common, copy, place, tags, isBusy, canShow }: CopyProps) {
  const first = copy.names[0]!;
  const isFree = copy.mark === "stays" || copy.mark === "goes";
  return (
    <li class={`copy ${copy.mark}`}>
      {hasCards(group) && !copy.saved ? <Picture copy={copy} name={first.name} /> : null}
      <div class="copy-text">
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
        <div class="copy-file">
          <div class="copy-name">
            <bdi>{first.name}</bdi>
          </div>
          {copy.saved ? (
            <div class="saved">
              <bdi dir="ltr">{first.folder}</bdi>
              <div>{origin(copy.saved)}</div>
            </div>
          ) : (
            <FolderRules folder={first.folder} folderNumber={first.folderNumber} {...{ root, common, isBusy }} />
          )}
          {copy.names.slice(1).map((other) => (
            <div class="quiet" key={other.folder + other.name}>
              same file: <bdi>{`${other.folder}/${other.name}`}</bdi>
            </div>
          ))}
          {copy.why ? <div class="why">{copy.why}</div> : null}
          <Follows copy={copy} />
          <Companions copy={copy} />
          {tags ? <TagChanges group={group} copy={copy} table={tags} /> : null}
        </div>
        <div class="copy-facts quiet">
          <div title={copy.modified ? `modified ${age(copy.modified)}` : undefined}>{time(copy.modified)}</div>
          {group.twins ? <div>{size(copy.size)}</div> : null}
          {links(copy)}
        </div>
        <div class="copy-buttons">
          {isFree ? (
            <button type="button" disabled={isBusy} onClick={() => keepOnly(group.group, place)}>
              Keep only this
            </button>
          ) : null}
          {canBeSeen(copy) ? <PathButtons path={`${first.folder}/${first.name}`} copy={copy.copy} canShow={canShow} /> : null}
        </div>
      </div>
    </li>
  );
}

function PathButtons({ path, copy, canShow }: { path: string; copy: number; canShow: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const write = () =>
    navigator.clipboard.writeText(path).then(
      () => {
        setCopied(true);
        window.setTimeout(() => setCopied(false), 1500);
      },
      () => store.fail(new Error("The browser does not allow access to the clipboard.")),
    );
  return (
    <>
      {canShow ? (
        <button type="button" class="small" title="Show in the file manager" onClick={() => store.send("api/show", { copy })}>
          Show
        </button>
      ) : null}
      <button type="button" class="small" title={path} onClick={write}>
        {isCopied ? "Copied" : "Copy path"}
      </button>
    </>
  );
}

// Where a copy is that is on no disk, and since when.
function origin({ volume, made }: Saved): string {
  const [where, how] = volume.startsWith("s3://") ? ["In the bucket", "listed"] : ["On the saved volume", "saved"];
  return `${where} ${volume}${made ? `, ${how} ${time(made)} (${age(made)})` : ""}`;
}

// Names that were not found hold on to the content: without the others, nothing is gained.
function links({ links, names }: Copy) {
  const others = links - names.length;
  return links < 2 ? null : (
    <div>
      {count(links, "hard link")}
      {others > 0 ? `, ${number(others)} of them elsewhere` : ""}
    </div>
  );
}

interface PictureProps {
  copy: Copy;
  name: string;
  onSize?: (size: string) => void;
}

function Picture({ copy, name, onSize }: PictureProps) {
  const [state, setState] = useState("");
  if (copy.mark === "gone" || state === "failed") {
    return (
      <div class="picture is-missing">{copy.mark === "gone" ? told(copy) : "The browser cannot show this format"}</div>
    );
  }
  const isPreview = state.endsWith("preview");
  return (
    <a class="picture" href={isPreview ? previewUrl(copy.copy) : fileUrl(copy.copy)} target="_blank" rel="noreferrer" title="Open in real size">
      <ShownPicture
        copy={copy.copy}
        alt={`Picture ${name}`}
        onShown={(image, isPreview) => {
          const shown = `${image.naturalWidth} × ${image.naturalHeight}${isPreview ? ", preview" : ""}`;
          setState(shown);
          onSize?.(shown);
        }}
        onFailed={() => setState("failed")}
      />
      {state && !onSize ? <span class="dimensions">{state}</span> : null}
    </a>
  );
}

const factLabels: Record<string, string> = {
  title: "Title",
  artist: "Artist",
  album: "Album",
  camera: "Camera",
  taken: "Taken",
  place: "Place",
};

// What all copies hold, so it is shown once, with what its tags say. Media with other tags have a table of those below.
function Preview({ group }: { group: Group }) {
  const copy = group.list.find(canBeSeen);
  const [shown, setShown] = useState({ copy: -1, size: "" });
  const hasFacts = copy !== undefined && group.kind !== "text" && group.kind !== "other" && group.twins === null;
  const facts = useFetched<Facts>(hasFacts ? `api/facts/${copy.copy}` : null, "")?.facts ?? [];
  if (!copy) {
    return group.list.some((one) => one.saved) ? <p class="preview is-empty quiet">No copy is on a disk.</p> : null;
  }
  const told: [string, string][] = [
    ...(shown.copy === copy.copy ? [["Pixels", shown.size] as [string, string]] : []),
    ...facts.map(({ name, value }): [string, string] => [factLabels[name] ?? name, safe(value)]),
  ];
  return (
    <div class={`sample is-${group.kind}`}>
      <Sample group={group} copy={copy} onSize={(size) => setShown({ copy: copy.copy, size })} />
      {told.length > 0 ? (
        <dl class="known" aria-label="Facts about the file">
          {told.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

function Sample({ group, copy, onSize }: { group: Group; copy: Copy; onSize: (size: string) => void }) {
  const url = fileUrl(copy.copy);
  switch (group.kind) {
    case "picture":
      return <Picture key={copy.copy} copy={copy} name={copy.names[0]!.name} onSize={onSize} />;
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
  common: Set<string>;
  isBusy: boolean;
}

// The folder of a copy, with a rule for it or a folder above it one step away.
function FolderRules({ folder, folderNumber, root, common, isBusy }: FolderProps) {
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
      <summary title={folder}>
        <bdi dir="ltr">
          {partsOf(root, folder, common).map(({ text, isCommon }, at) => (
            <span key={at} class={isCommon ? "common" : "own"}>
              {text}
            </span>
          ))}
        </bdi>
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
