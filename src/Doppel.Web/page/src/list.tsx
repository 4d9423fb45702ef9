// The list of groups. Only the rows in view exist, whatever the number of groups.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Row } from "./api";
import { below, contentOf, count, number, size } from "./format";
import { ShownPicture } from "./picture";
import type { Rows } from "./rows";

const rowHeight = 56;
// Browsers limit the height of an element. A longer list is scrolled in proportion.
const heightMax = 12_000_000;

interface Props {
  rows: Rows;
  version: number;
  root: string;
  selected: number;
  onSelect: (place: number) => void;
}

export function GroupList({ rows, version, root, selected, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [isStill, setStill] = useState(true);

  const total = Math.max(0, rows.total);
  const full = total * rowHeight;
  const height = Math.min(full, heightMax);
  const scale = height > view.height ? (full - view.height) / (height - view.height) : 1;
  const offset = view.top * scale;
  const first = Math.max(0, Math.floor(offset / rowHeight) - 4);
  const last = Math.min(total, Math.ceil((offset + view.height) / rowHeight) + 4);

  useLayoutEffect(() => box.current!.scrollTo(0, 0), [rows]);
  useLayoutEffect(() => rows.need(first, last, version));

  useLayoutEffect(() => {
    const element = box.current!;
    let timer = 0;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const scrolled = () => {
      measure();
      setStill(false);
      clearTimeout(timer);
      timer = window.setTimeout(() => setStill(true), 120);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", scrolled, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", scrolled);
      clearTimeout(timer);
    };
  }, []);

  // Keeps the selected row in view, without moving the list more than needed.
  useLayoutEffect(() => {
    const element = box.current!;
    const top = selected * rowHeight;
    const isAbove = top < offset;
    const isBelow = top + rowHeight > offset + view.height;
    if (selected >= 0 && (isAbove || isBelow)) {
      const target = isAbove ? top : top + rowHeight - view.height;
      element.scrollTop = target / scale;
    }
  }, [selected, view.height > 0]);

  const shift = view.top - offset;
  const places = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  return (
    <div
      class="list"
      ref={box}
      tabIndex={0}
      role="listbox"
      aria-label="Groups of duplicates"
      aria-activedescendant={selected >= first && selected < last ? `row-${selected}` : undefined}
    >
      <div class="list-space" role="presentation" style={{ height: `${height}px` }}>
        {places.map((place) => (
          <ListRow
            key={place}
            place={place}
            total={total}
            row={rows.at(place)}
            root={root}
            top={place * rowHeight + shift}
            isSelected={place === selected}
            showsPicture={isStill}
            onSelect={onSelect}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  place: number;
  total: number;
  row: Row | undefined;
  root: string;
  top: number;
  isSelected: boolean;
  showsPicture: boolean;
  onSelect: (place: number) => void;
}

function ListRow({ place, total, row, root, top, isSelected, showsPicture, onSelect }: RowProps) {
  return (
    <div
      id={`row-${place}`}
      class={isSelected ? "row is-selected" : "row"}
      role="option"
      aria-selected={isSelected}
      aria-posinset={place + 1}
      aria-setsize={total}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(place)}
    >
      {row ? (
        <>
          <Thumb row={row} mayLoad={showsPicture} />
          <span class="row-name">
            <span class="row-title">
              <bdi>{row.name}</bdi>
              <Parts row={row} />
            </span>
            <span class="row-folder">
              <bdi dir="ltr">{below(root, row.folder)}</bdi>
            </span>
          </span>
          <span class="row-numbers">
            <span title={contentOf(row)}>{size(row.freedBytes)}</span>
            <span class="row-copies">
              {row.saved > 0 ? <SavedToo row={row} /> : number(row.copies)} × {size(row.size)}
              {row.twins ? ", different tags" : ""}
            </span>
          </span>
          <Standing row={row} />
        </>
      ) : (
        <span class="row-wait" aria-hidden="true" />
      )}
    </div>
  );
}

// The companions that are part of the group, by the endings of their names.
function Parts({ row: { parts } }: { row: Row }) {
  const endings = [...new Set(parts.map((name) => name.slice(name.lastIndexOf(".") + 1)))];
  return parts.length === 0 ? null : (
    <span class="quiet" title={`With companions: ${parts.join(", ")}`}>
      {` + ${endings.join(", ")}`}
    </span>
  );
}

// The numbers of copies on disks and elsewhere.
function SavedToo({ row: { copies, saved } }: { row: Row }) {
  const title = `${count(copies - saved, "copy", "copies")} on disks, ${number(saved)} on saved volumes or in buckets`;
  return (
    <span title={title}>
      <span aria-hidden="true">{`${number(copies - saved)} + ${number(saved)}`}</span>
      <span class="hidden">{title}</span>
    </span>
  );
}

function Standing({ row }: { row: Row }) {
  const text = row.going > 0 ? `${count(row.going, "copy", "copies")} to remove` : "all copies kept";
  return (
    <span class={row.going > 0 ? "standing goes" : "standing stays"} title={text}>
      <span aria-hidden="true">{row.going > 0 ? `−${number(row.going)}` : "="}</span>
      {row.byHand ? <span class="by-hand" title="Chosen by hand" aria-hidden="true">✓</span> : null}
      <span class="hidden">{row.byHand ? `${text}, chosen by hand` : text}</span>
    </span>
  );
}

const symbols: Record<string, string> = { picture: "▦", sound: "♪", film: "▶", text: "≡", other: "◻" };

function Thumb({ row, mayLoad }: { row: Row; mayLoad: boolean }) {
  const [shown, setShown] = useState(-1);
  const [failed, setFailed] = useState(-1);
  const isOnDisk = row.saved < row.copies;
  const wanted = row.kind === "picture" && isOnDisk && mayLoad && failed !== row.shown ? row.shown : shown;
  useEffect(() => setShown(wanted), [wanted]);
  const isPicture = row.kind === "picture" && wanted === row.shown && failed !== row.shown;
  return (
    <span class="thumb" aria-hidden="true">
      {isPicture ? (
        <ShownPicture copy={row.shown} alt="" size={40} onFailed={() => setFailed(row.shown)} />
      ) : (
        symbols[row.kind]
      )}
    </span>
  );
}
