// A treemap of where redundant bytes lie: a folder, those in it as areas in areas, and one click to go down or up.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FolderShare, FolderMap } from "./api";
import { useFetched } from "./fetched";
import { below, count, number, size } from "./format";
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
  const [pointed, setPointed] = useState<FolderShare | null>(null);
  const answer = useFetched<FolderMap>(`api/folders${folder < 0 ? "" : `?folder=${folder}`}`, version);
  // What was there stays until the answer comes. Then the focus is on the name of the folder.
  const before = useRef<FolderMap | null>(null);
  const heading = useRef<HTMLElement>(null);
  const view = (before.current = answer ?? before.current);
  const shown = view?.here.folder;
  useLayoutEffect(() => {
    setPointed(null);
    if (folder >= 0) {
      heading.current?.focus();
    }
  }, [shown]);
  if (!view) {
    return <p class="quiet hint">Adding up folders</p>;
  }
  const { here, above } = view;
  const up = above.at(-1);
  return (
    <section
      class="folders"
      aria-label="Redundant space by folder"
      onKeyDown={(event) => {
        if (event.key === "Backspace" && up) {
          setFolder(up.folder);
        }
      }}
    >
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
        <span>
          {here.bytes > 0 ? <strong>{size(here.bytes)}</strong> : null}
          <span class="quiet">
            {`${here.bytes > 0 ? " redundant here · " : ""}${goingOf(here)}`}
            {here.others > 0 ? ` · ${count(here.others, "smaller folder")} not drawn` : ""}
          </span>
        </span>
        <button type="button" onClick={() => (above.length === 0 ? onShow("", "") : onShow(String(here.folder), here.path))}>
          Show these groups
        </button>
        {here.path === "" ? null : <Rules here={here} isBusy={isBusy} />}
      </p>
      <p class="map-told quiet">
        {pointed
          ? told(root, pointed)
          : "The size of a folder is what deleting its copies frees, if the copies elsewhere are kept. Open a folder with a click, or with the arrow keys and Enter; Backspace goes up."}
      </p>
      {here.inside.length === 0 ? (
        <p class="quiet">No duplicates in subfolders.</p>
      ) : (
        <Map here={here} onPoint={setPointed} onOpen={setFolder} />
      )}
      <p class="map-key quiet" aria-label="Colors">
        <span>
          <i style={{ "--going": "0%" }} />
          all copies are kept
        </span>
        <span>
          <i style={{ "--going": "50%" }} />
          some are to be removed
        </span>
        <span>
          <i style={{ "--going": "100%" }} />
          all are to be removed
        </span>
      </p>
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

const copiesOf = ({ copies }: FolderShare) => count(copies, "copy", "copies");

function goingOf({ copies, going }: FolderShare): string {
  return going === 0
    ? `${copies === 1 ? "its only copy is" : `all ${number(copies)} copies are`} kept`
    : `${number(going)} of ${count(copies, "copy", "copies")} to be removed`;
}

function told(root: string, folder: FolderShare): string {
  const bytes = folder.bytes > 0 ? `${size(folder.bytes)} redundant, ` : "";
  return `${below(root, folder.path)}: ${bytes}${goingOf(folder)}${folder.use ? `, ${uses[folder.use]}` : ""}`;
}

const gap = 3; // pixels around what is in an area
const headHeight = 22;

const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface MapProps {
  here: FolderShare;
  // A folder under the pointer or with the focus, or null.
  onPoint: (folder: FolderShare | null) => void;
  onOpen: (folder: number) => void;
}

function Map({ here, onPoint, onOpen }: MapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [area, setArea] = useState({ width: 0, height: 0 });
  const [current, setCurrent] = useState(0);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setArea({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => setCurrent(0), [here.folder]);

  // One of the outer areas takes part in the order of Tab. Arrows go to the nearest one in their direction.
  const move = (event: KeyboardEvent) => {
    const [x, y] = directions[event.key] ?? [0, 0];
    const outer = [...box.current!.querySelectorAll<HTMLElement>(":scope > ul > li > button")];
    const from = outer.indexOf(event.target as HTMLElement);
    if (from < 0 || (x === 0 && y === 0)) {
      return;
    }
    event.preventDefault();
    const middle = (element: HTMLElement) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2] as const;
    };
    const [fromX, fromY] = middle(outer[from]!);
    const far = outer.map((element, place) => {
      const [toX, toY] = middle(element);
      const along = (toX - fromX) * x + (toY - fromY) * y;
      const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
      return { place, distance: along > 1 ? along + 2 * aside : Infinity };
    });
    const nearest = far.reduce((one, other) => (other.distance < one.distance ? other : one));
    if (nearest.distance < Infinity) {
      setCurrent(nearest.place);
      outer[nearest.place]!.focus();
    }
  };
  return (
    <div class="map" ref={box} onKeyDown={move}>
      <Tiles
        folder={here}
        weigh={here.bytes > 0 ? (one) => one.bytes : (one) => one.copies}
        frame={{ x: 0, y: 0, ...area }}
        current={current}
        onPoint={onPoint}
        onOpen={onOpen}
      />
    </div>
  );
}

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface TilesProps {
  folder: FolderShare;
  // Some reports have no sizes.
  weigh: (folder: FolderShare) => number;
  frame: Frame;
  // The place of the only area in the order of Tab; -1 for none.
  current: number;
  onPoint: (folder: FolderShare | null) => void;
  onOpen: (folder: number) => void;
}

function Tiles({ folder, weigh, frame, current, onPoint, onOpen }: TilesProps) {
  const rest = { weight: folder.ownBytes, folder: null };
  const weighed: Weighed[] = [...folder.inside.map((one) => ({ weight: weigh(one), folder: one })), rest]
    .filter((one) => one.weight > 0)
    .sort((one, other) => other.weight - one.weight);
  let place = -1;
  return (
    <ul style={placed(frame)}>
      {squarify(weighed, frame.width, frame.height).map(({ folder: one, ...tile }) => {
        if (one === null) {
          return (
            <li key="rest" style={placed(tile)}>
              <div class="tile-rest">{fits(tile, 90) ? <span class="tile-size quiet">{size(folder.ownBytes)} directly here</span> : null}</div>
            </li>
          );
        }
        place++;
        const inner = { x: gap, y: headHeight, width: tile.width - 2 * gap - 2, height: tile.height - headHeight - gap - 1 };
        return (
          <li key={one.folder} style={placed(tile)}>
            <button
              type="button"
              class={one.use ? `is-${one.use}` : ""}
              style={{ "--going": `${Math.round((100 * one.going) / Math.max(1, one.copies))}%` }}
              tabIndex={place === current ? 0 : -1}
              aria-label={told("", { ...one, path: lastOf(one.path) })}
              onClick={() => onOpen(one.folder)}
              onMouseEnter={() => onPoint(one)}
              onMouseLeave={() => onPoint(null)}
              onFocus={() => onPoint(one)}
              onBlur={() => onPoint(null)}
            >
              {fits(tile, 44) ? (
                <bdi class="tile-name" dir="ltr">
                  {lastOf(one.path)}
                </bdi>
              ) : null}
              {fits(tile, 150) ? <span class="tile-size">{one.bytes > 0 ? size(one.bytes) : copiesOf(one)}</span> : null}
            </button>
            {one.inside.length > 0 && inner.width > 40 && inner.height > 24 ? (
              <Tiles folder={one} weigh={weigh} frame={inner} current={-1} onPoint={onPoint} onOpen={onOpen} />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

const fits = ({ width, height }: Frame, widthMin: number) => width > widthMin && height > headHeight - 2;

const placed = ({ x, y, width, height }: Frame) => ({
  left: `${x}px`,
  top: `${y}px`,
  width: `${width}px`,
  height: `${height}px`,
});

interface Weighed {
  weight: number;
  // Null for what lies directly in the folder around it.
  folder: FolderShare | null;
}

type Tile = Weighed & Frame;

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
