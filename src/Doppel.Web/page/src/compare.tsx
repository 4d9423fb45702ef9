// Two pictures of a group: side by side, in turn, or what differs between them.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Copy, Group } from "./api";
import { Dialog } from "./dialog";
import { below, number } from "./format";
import { canBeSeen } from "./group";
import { ShownPicture } from "./picture";

type Mode = "side" | "blink" | "difference";
const modes: [Mode, string][] = [
  ["side", "Side by side"],
  ["blink", "Blink"],
  ["difference", "Difference"],
];
const blinkTime = 700; // milliseconds
const stripeRows = 256;

export function Compare({ group, root, onClose }: { group: Group; root: string; onClose: () => void }) {
  const there = group.list.map((copy, at) => ({ copy, place: at + 1 })).filter(({ copy }) => canBeSeen(copy));
  const [pair, setPair] = useState<[number, number]>([there[0]!.copy.copy, there[1]!.copy.copy]);
  const [mode, setMode] = useState<Mode>("side");
  const [isReal, setReal] = useState(false);
  const [isSecond, setSecond] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState(0);
  const verdict = useVerdict(box.current, pair, loaded);

  // Who wants less motion turns the pictures over by hand.
  useEffect(() => {
    setSecond(false);
    if (mode !== "blink" || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      return;
    }
    const timer = window.setInterval(() => setSecond((before) => !before), blinkTime);
    return () => clearInterval(timer);
  }, [mode]);

  const nameOf = (copy: Copy, place: number) => `${place}: ${copy.names[0]!.name}, ${below(root, copy.names[0]!.folder)}`;
  const select = (which: 0 | 1) => (
    <select
      aria-label={which === 0 ? "First picture" : "Second picture"}
      value={pair[which]}
      onChange={(event) => {
        const chosen = Number(event.currentTarget.value);
        setPair(which === 0 ? [chosen, pair[1]] : [pair[0], chosen]);
      }}
    >
      {there.map(({ copy, place }) => (
        <option key={copy.copy} value={copy.copy}>
          {nameOf(copy, place)}
        </option>
      ))}
    </select>
  );
  return (
    <Dialog title="Compare pictures" onClose={onClose} isWide>
      <div class="compare-tools">
        {select(0)}
        {select(1)}
        <div class="modes" role="group" aria-label="How to compare">
          {modes.map(([one, label]) => (
            <button key={one} type="button" aria-pressed={mode === one} onClick={() => setMode(one)}>
              {label}
            </button>
          ))}
          {mode === "blink" ? (
            <button type="button" onClick={() => setSecond(!isSecond)}>
              Show the other
            </button>
          ) : null}
        </div>
        <label>
          <input type="checkbox" checked={isReal} onChange={(event) => setReal(event.currentTarget.checked)} /> Real size
        </label>
      </div>
      <div ref={box} class={`compare is-${mode}${isReal ? " is-real" : ""}`} tabIndex={0} role="group" aria-label="Pictures">
        {pair.map((copy, which) => (
          <ShownPicture
            key={which}
            class={mode === "blink" && (which === 1) !== isSecond ? "is-hidden" : ""}
            copy={copy}
            alt={which === 0 ? "First picture" : "Second picture"}
            onShown={() => setLoaded((before) => before + 1)}
          />
        ))}
      </div>
      <div class="dialog-buttons">
        <p class="quiet verdict" aria-live="polite">
          {verdict}
        </p>
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

// Says how many pixels differ, as the browser decodes the pictures.
function useVerdict(box: HTMLDivElement | null, pair: [number, number], loaded: number): string {
  const [verdict, setVerdict] = useState("");
  useEffect(() => {
    setVerdict("");
    const [one, other] = box?.querySelectorAll("img") ?? [];
    if (!one?.complete || !other?.complete || one.naturalWidth === 0 || other.naturalWidth === 0) {
      return;
    }
    let isWanted = true;
    differing(one, other, () => isWanted)
      .then((text) => isWanted && setVerdict(text))
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [pair[0], pair[1], loaded]);
  return verdict;
}

async function differing(one: HTMLImageElement, other: HTMLImageElement, isWanted: () => boolean): Promise<string> {
  const { naturalWidth: width, naturalHeight: height } = one;
  if (other.naturalWidth !== width || other.naturalHeight !== height) {
    return `The sizes differ: ${width} × ${height} and ${other.naturalWidth} × ${other.naturalHeight} pixels.`;
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, Math.min(stripeRows, height)];
  const ink = canvas.getContext("2d", { willReadFrequently: true })!;
  const pixels = (image: HTMLImageElement, top: number) => {
    ink.clearRect(0, 0, canvas.width, canvas.height);
    ink.drawImage(image, 0, -top);
    return new Uint32Array(ink.getImageData(0, 0, canvas.width, Math.min(canvas.height, height - top)).data.buffer);
  };
  let found = 0;
  for (let top = 0; top < height && isWanted(); top += stripeRows) {
    const first = pixels(one, top);
    const second = pixels(other, top);
    for (let i = 0; i < first.length; i++) {
      found += first[i] === second[i] ? 0 : 1;
    }
    // Lets the page answer to keys in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  const all = width * height;
  return found === 0
    ? `All ${number(all)} pixels are the same.`
    : `${number(found)} of ${number(all)} pixels differ (${((100 * found) / all).toFixed(found * 1000 < all ? 2 : 0)} %).`;
}
