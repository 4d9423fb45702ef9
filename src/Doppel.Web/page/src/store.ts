// The state of the program, pushed by the server, and what this page alone knows.
import { get, post, type Changes, type Group, type State } from "./api";

export const retryDelay = 1000; // milliseconds

class Store {
  state: State | null = null;
  isLost = false;
  message = "";
  // Draws the page as it is now.
  redraw = () => {};
  // Requests that change something are sent one after the other, in the order of the keys and clicks.
  private last: Promise<void> = Promise.resolve();

  // Draws the page now and after every change.
  start(redraw: () => void): void {
    this.redraw = redraw;
    redraw();
    this.connect();
  }

  // A body can follow from the state as it is after all earlier changes.
  send<P extends keyof Changes>(path: P, body: Changes[P] | ((state: State) => Changes[P])): Promise<void> {
    return this.inTurn(async () => this.set(await post(path, typeof body === "function" ? body(this.state!) : body)));
  }

  // The same, for a dialog that says itself what goes wrong: a failure is thrown.
  submit<P extends keyof Changes>(path: P, body: Changes[P]): Promise<void> {
    const work = this.last.then(async () => this.set(await post(path, body)));
    this.last = work.catch(() => {});
    return work;
  }

  // Chooses which copies of a group stay, from the group as it is after all earlier choices: their numbers, null to
  // leave it to the rules, or nothing to leave all as it is.
  choose(number: number, stay: (group: Group) => number[] | null | undefined): Promise<void> {
    return this.inTurn(async () => {
      const chosen = stay(await get<Group>(`api/groups/${number}`));
      if (chosen !== undefined) {
        this.set(await post("api/choice", { group: number, stay: chosen }));
      }
    });
  }

  fail(failure: unknown): void {
    this.change(() => (this.message = failure instanceof Error ? failure.message : String(failure)));
  }

  private connect(): void {
    const events = new EventSource("api/events");
    events.onmessage = (event) => this.set(JSON.parse(event.data as string) as State);
    events.onopen = () => this.change(() => ([this.isLost, this.message] = [false, ""]));
    events.onerror = () => {
      this.change(() => (this.isLost = true));
      // A broken connection is opened again by the browser, a refused one only here.
      if (events.readyState === EventSource.CLOSED) {
        window.setTimeout(() => this.connect(), retryDelay);
      }
    };
  }

  // What goes wrong is said, never thrown: the state that follows is the server's.
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(async () => {
      this.message = "";
      try {
        // A plan takes an instant, and what is clicked meanwhile is meant.
        while (this.state?.activity?.kind === "plan" && !this.isLost) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        await work();
      } catch (failure) {
        this.fail(failure);
      }
    });
    return this.last;
  }

  private set(state: State): void {
    if (!this.state || state.version >= this.state.version) {
      this.change(() => (this.state = state));
    }
  }

  private change(apply: () => void): void {
    apply();
    this.redraw();
  }
}

export const store = new Store();
