// Sound with its waveform, and film with stills. The browser decodes both.
import { useEffect, useRef, useState } from "preact/hooks";

const bars = 300;
// Decoding takes memory in proportion to the length, so that longer sound has no waveform.
const waveformBytesMax = 64 * 1024 * 1024;
const decodedRate = 3000; // samples a second, the least that browsers accept
const stills = 6;
const frameWaitMax = 500; // ms, if no new frame comes

export function Sound({ url, bytes, label }: { url: string; bytes: number; label: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [peaks, setPeaks] = useState<number[]>([]);
  const [played, setPlayed] = useState(0);
  useEffect(() => {
    setPeaks([]);
    setPlayed(0);
    if (bytes < 0 || bytes > waveformBytesMax) {
      return;
    }
    const stop = new AbortController();
    const load = async () => {
      const response = await fetch(url, { signal: stop.signal });
      if (response.ok) {
        const decoder = new OfflineAudioContext(1, 1, decodedRate);
        const sound = await decoder.decodeAudioData(await response.arrayBuffer());
        if (!stop.signal.aborted) {
          setPeaks(peaksOf(sound));
        }
      }
    };
    // Without a waveform the player is enough.
    load().catch(() => {});
    return () => stop.abort();
  }, [url]);
  const seek = (event: MouseEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const player = audio.current!;
    if (Number.isFinite(player.duration)) {
      player.currentTime = (player.duration * (event.clientX - left)) / width;
    }
  };
  return (
    <figure class="preview">
      {peaks.length > 0 ? (
        <svg class="waveform" viewBox={`0 0 ${bars} 100`} preserveAspectRatio="none" aria-hidden="true" onClick={seek}>
          {peaks.map((peak, at) => (
            <rect
              key={at}
              class={at < played * bars ? "is-played" : ""}
              x={at}
              y={50 - Math.max(1, peak * 50)}
              width={0.7}
              height={Math.max(2, peak * 100)}
            />
          ))}
        </svg>
      ) : null}
      <audio
        ref={audio}
        controls
        preload="metadata"
        src={url}
        aria-label={label}
        onTimeUpdate={(event) => setPlayed(event.currentTarget.currentTime / (event.currentTarget.duration || 1))}
      />
    </figure>
  );
}

// The loudest sample of each part, from 0 to 1.
function peaksOf(sound: AudioBuffer): number[] {
  const peaks = new Array<number>(bars).fill(0);
  for (let channel = 0; channel < sound.numberOfChannels; channel++) {
    const samples = sound.getChannelData(channel);
    for (let i = 0; i < samples.length; i++) {
      const at = Math.floor((i * bars) / samples.length);
      peaks[at] = Math.max(peaks[at]!, Math.abs(samples[i]!));
    }
  }
  return peaks.map((peak) => Math.min(1, peak));
}

export function Film({ url, label }: { url: string; label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const frames = useRef<HTMLDivElement>(null);
  const [times, setTimes] = useState<number[]>([]);
  useEffect(() => {
    setTimes([]);
    let isWanted = true;
    const source = document.createElement("video");
    [source.muted, source.preload, source.src] = [true, "auto", url];
    const heard = (event: string) =>
      new Promise((resolve, fail) => {
        source.addEventListener(event, resolve, { once: true });
        source.addEventListener("error", fail, { once: true });
      });
    // The browser says that it has arrived before it shows the frame of that time, if there is a new one at all.
    const reach = async (time: number) => {
      const arrived = heard("seeked");
      // A browser without this function shows the frame soon after.
      const shown = new Promise((resolve) => source.requestVideoFrameCallback?.(resolve));
      source.currentTime = time;
      await arrived;
      await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, frameWaitMax))]);
    };
    const load = async () => {
      await heard("loadedmetadata");
      // Recordings of browsers do not say how long they are before their end is seen.
      if (source.duration === Infinity) {
        const measured = Promise.all([heard("durationchange"), heard("seeked")]);
        source.currentTime = Number.MAX_SAFE_INTEGER;
        await measured;
      }
      if (!Number.isFinite(source.duration) || source.videoWidth === 0 || !isWanted) {
        return;
      }
      const places = Array.from({ length: stills }, (_, at) => (source.duration * (at + 0.5)) / stills);
      setTimes(places);
      for (const [at, time] of places.entries()) {
        await reach(time);
        const canvas = frames.current?.querySelectorAll("canvas")[at];
        if (!isWanted || !canvas) {
          return;
        }
        canvas.height = Math.round((canvas.width * source.videoHeight) / source.videoWidth);
        canvas.getContext("2d")!.drawImage(source, 0, 0, canvas.width, canvas.height);
      }
    };
    load().catch(() => {});
    return () => {
      isWanted = false;
      source.removeAttribute("src");
      source.load();
    };
  }, [url]);
  const clock = (time: number) => `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, "0")}`;
  return (
    <figure class="preview">
      <video ref={video} controls preload="metadata" src={url} aria-label={label} />
      <div class="stills" ref={frames}>
        {times.map((time) => (
          <button key={time} type="button" aria-label={`Go to ${clock(time)}`} onClick={() => (video.current!.currentTime = time)}>
            <canvas width={160} height={90} />
            <span class="quiet">{clock(time)}</span>
          </button>
        ))}
      </div>
    </figure>
  );
}
