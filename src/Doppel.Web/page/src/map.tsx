// A treemap of where redundant bytes lie: a folder, those in it as areas in proportion, and one click to go down or up.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FolderShare, FolderMap } from "./api";
import { useFetched } from "./fetched";
import { below, count, size } from "./format";
import { store } from "./store";

interface Props {
  version: number;
  root: string;
  isBusy: boolean;
  // Shows the groups with a copy in a folder, by its number and path; empty for all.
  onShow: (folder: string, path: string) => void;
}

export function FolderMap({ version, root, isBusy, onShow }: Props) {
  const [folder, setFolder] = useState(-1);
  const answer = useFetched<FolderMap>(`api/folders${folder < 0 ? "" : `?folder=${folder}`}`, version);
  // What was there stays until the answer comes. Then the focus is on the name of the folder.
  const before = useRef<FolderMap | null>(null);
  const heading = useRef<HTMLElement>(null);
  const view = (before.current = answer ?? before.current);
  const shown = view?.here.folder;
  useLayoutEffect(() => {
    if (folder >= 0) {
      heading.current?.focus();
    }
  }, [shown]);
  if (!view) {
    return <p class="quiet hint">Adding up folders</p>;
  }
  const { here, above, inside, others, otherBytes } = view;
  const own = here.bytes - inside.reduce((sum, one) => sum + one.bytes, 0) - otherBytes;
  return (
    <section class="folders" aria-label="Redundant bytes by folder">
      <nav class="crumbs" aria-label="Folders above">
        {above.map((one, at) => (
          <button key={one.folder} type="button" onClick={() => setFolder(one.folder)}>
            <bdi dir="ltr">{at === 0 ? one.path || "/" : lastOf(one.path)}</bdi>
          </button>
        ))}
        <strong ref={heading} tabIndex={-1}>
          <bdi dir="ltr">{above.length === 0 ? here.path || "/" : lastOf(here.path)}</bdi>
        </strong>
      </nav>
      <p class="map-total">
        {here.bytes > 0 ? <strong>{size(here.bytes)}</strong> : null}
        <span class="quiet">
          {`${here.bytes > 0 ? " redundant in " : ""}${count(here.copies, "copy", "copies")}`}
          {own > 0 && inside.length > 0 ? `, ${size(own)} of it directly here` : ""}
          {others > 0 ? `, ${size(otherBytes)} in ${count(others, "smaller folder")} that are not drawn` : ""}
        </span>
        <button type="button" onClick={() => (above.length === 0 ? onShow("", "") : onShow(String(here.folder), here.path))}>
          Show these groups
        </button>
        {here.path === "" ? null : <Rules here={here} isBusy={isBusy} />}
      </p>
      {inside.length === 0 ? (
        <p class="quiet">No duplicates in subfolders.</p>
      ) : (
        <Tiles root={root} folders={inside} onOpen={setFolder} />
      )}
    </section>
  );
}

const rules = [
  ["always", "Always keep what is here"],
  ["clear", "Remove duplicates from here"],
] as const;

// The rules for the folder. The one that is in effect is pressed, and pressed again it is gone.
function Rules({ here, isBusy }: { here: FolderShare; isBusy: boolean }) {
  return (
    <span class="folder-buttons" role="group" aria-label={`Rules for ${lastOf(here.path)}`}>
      {rules.map(([use, label]) => (
        <button
          key={use}
          type="button"
          class={`map-rule is-${use}`}
          disabled={isBusy}
          aria-pressed={here.use === use}
          onClick={() => store.send("api/map-folder", { folder: here.folder, use: here.use === use ? null : use })}
        >
          {label}
        </button>
      ))}
    </span>
  );
}

const uses = { always: "always kept", clear: "duplicates are removed" };

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1) || "/";
}

interface Weighed {
  folder: FolderShare;
  weight: number;
}

interface Tile extends Weighed {
  x: number;
  y: number;
  width: number;
  height: number;
}

function Tiles({ root, folders, onOpen }: { root: string; folders: FolderShare[]; onOpen: (folder: number) => void }) {
  const box = useRef<HTMLUListElement>(null);
  const [area, setArea] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setArea({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  // Some reports have no sizes.
  const hasSizes = folders.some((one) => one.bytes > 0);
  const weighed = folders
    .map((folder) => ({ folder, weight: hasSizes ? folder.bytes : folder.copies }))
    .filter((one) => one.weight > 0)
    .sort((one, other) => other.weight - one.weight);
  const copies = (folder: FolderShare) => count(folder.copies, "copy", "copies");
  const told = (folder: FolderShare) => (hasSizes ? size(folder.bytes) : copies(folder));
  return (
    <ul class="map" ref={box}>
      {squarify(weighed, area.width, area.height).map(({ folder, weight, x, y, width, height }) => (
        <li key={folder.folder} style={{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }}>
          <button
            type="button"
            class={folder.use ? `is-${folder.use}` : ""}
            style={{ "--share": `${Math.round((24 * weight) / weighed[0]!.weight)}%` }}
            title={`${below(root, folder.path)}: ${told(folder)}${folder.use ? `, ${uses[folder.use]}` : ""}`}
            aria-label={`${lastOf(folder.path)}: ${hasSizes ? `${size(folder.bytes)}, ` : ""}${copies(folder)}${folder.use ? `, ${uses[folder.use]}` : ""}`}
            onClick={() => onOpen(folder.folder)}
          >
            {width > 56 && height > 34 ? (
              <bdi class="tile-name" dir="ltr">
                {lastOf(folder.path)}
              </bdi>
            ) : null}
            {width > 84 && height > 58 ? <span class="quiet">{told(folder)}</span> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}

// Lays areas out in rows along the shorter side, each row as long as its areas get squarer by it (Bruls, Huizing and
// van Wijk, "Squarified Treemaps", 2000). Areas are in descending order.
function squarify(folders: Weighed[], width: number, height: number): Tile[] {
  const total = folders.reduce((sum, one) => sum + one.weight, 0);
  if (total === 0 || width === 0 || height === 0) {
    return [];
  }
  const scale = (width * height) / total;
  const tiles: Tile[] = [];
  let [x, y, w, h] = [0, 0, width, height];
  let rest = folders;
  while (rest.length > 0) {
    const side = Math.min(w, h);
    let taken = 1;
    while (taken < rest.length && worst(rest.slice(0, taken + 1), side, scale) <= worst(rest.slice(0, taken), side, scale)) {
      taken++;
    }
    const row = rest.slice(0, taken);
    const thickness = (row.reduce((sum, one) => sum + one.weight, 0) * scale) / side;
    let along = 0;
    for (const one of row) {
      const length = (one.weight * scale) / thickness;
      tiles.push(
        w >= h
          ? { ...one, x, y: y + along, width: thickness, height: length }
          : { ...one, x: x + along, y, width: length, height: thickness },
      );
      along += length;
    }
    [x, y, w, h] = w >= h ? [x + thickness, y, w - thickness, h] : [x, y + thickness, w, h - thickness];
    rest = rest.slice(taken);
  }
  return tiles;
}

// The greatest ratio of the sides of an area in a row.
function worst(row: Weighed[], side: number, scale: number): number {
  const sum = row.reduce((all, one) => all + one.weight, 0) * scale;
  const [most, least] = [row[0]!.weight * scale, row[row.length - 1]!.weight * scale];
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least));
}
