// What the program answers to a request, as new as the state.
import { useLayoutEffect, useState } from "preact/hooks";
import { get } from "./api";
import { retryDelay } from "./store";

// Asks for `path` now, after every change, and again after a failure. Returns null before the first answer, and what is
// outdated until the new answer arrives. Without a path nothing is asked for.
export function useFetched<T>(path: string | null, version: number | string): T | null {
  const [answer, setAnswer] = useState<{ path: string; value: T } | null>(null);
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => {
    if (path === null) {
      return;
    }
    let isWanted = true;
    let retry = 0;
    get<T>(path)
      .then((value) => isWanted && setAnswer({ path, value }))
      .catch(() => {
        retry = isWanted ? window.setTimeout(() => setTries(tries + 1), retryDelay) : 0;
      });
    return () => {
      isWanted = false;
      clearTimeout(retry);
    };
  }, [path, version, tries]);
  return answer && answer.path === path ? answer.value : null;
}
