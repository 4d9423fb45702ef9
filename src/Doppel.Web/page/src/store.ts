// The state of the program, pushed by the server, and what this page alone knows.
import { useEffect, useState } from "preact/hooks";
import { post, type State } from "./api";

type Listener = () => void;

const retryDelay = 1000; // milliseconds

class Store {
  state: State | null = null;
  isLost = false;
  message = "";
  private readonly listeners = new Set<Listener>();

  connect(): void {
    const events = new EventSource("api/events");
    events.onmessage = (event) => this.set(JSON.parse(event.data as string) as State);
    events.onopen = () => this.change(() => (this.isLost = false));
    events.onerror = () => {
      this.change(() => (this.isLost = true));
      // A broken connection is opened again by the browser, a refused one only here.
      if (events.readyState === EventSource.CLOSED) {
        window.setTimeout(() => this.connect(), retryDelay);
      }
    };
  }

  // Sends a choice. What goes wrong is said, never thrown: the state that follows is the server's.
  async send(path: string, body: object = {}): Promise<void> {
    try {
      this.set(await post(path, body));
      this.say("");
    } catch (failure) {
      this.say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  say(message: string): void {
    this.change(() => (this.message = message));
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private set(state: State): void {
    if (this.state && state.version < this.state.version) {
      return;
    }
    this.change(() => (this.state = state));
  }

  private change(apply: () => void): void {
    apply();
    for (const listener of this.listeners) {
      listener();
    }
  }
}

export const store = new Store();

export function useStore(): Store {
  const [, redraw] = useState({});
  useEffect(() => store.subscribe(() => redraw({})), []);
  return store;
}
