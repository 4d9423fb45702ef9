// The rows of the list, in pages that are asked for when they come near the view.
import { rows, type Query, type Row } from "./api";
import { retryDelay, store } from "./store";

const pageRows = 100;
const pagesKept = 40;
const rowsAhead = 20;

interface Page {
  rows: Row[];
  // The versions of the state that the rows are of and that were asked for last; -1 for none.
  version: number;
  asked: number;
}

// The rows of one query.
export class Rows {
  // The number of rows; -1 before the first answer.
  total = -1;
  private version = -1;
  // Those used last are at the end.
  private readonly pages = new Map<number, Page>();

  constructor(readonly query: Query) {}

  at(place: number): Row | undefined {
    return this.pages.get(Math.floor(place / pageRows))?.rows[place % pageRows];
  }

  // Asks for the rows in view, and some around them, unless they are there or on their way. Rows of an older version
  // are shown until the new ones arrive.
  need(first: number, endExcl: number, version: number): void {
    const last = Math.max(0, Math.min(endExcl + rowsAhead, this.total) - 1);
    for (let page = Math.floor(Math.max(0, first - rowsAhead) / pageRows); page <= Math.floor(last / pageRows); page++) {
      const known = this.pages.get(page) ?? { rows: [], version: -1, asked: -1 };
      this.pages.delete(page);
      this.pages.set(page, known);
      if (Math.max(known.version, known.asked) < version) {
        known.asked = version;
        void this.load(page, known);
      }
    }
    for (const page of this.pages.keys()) {
      if (this.pages.size <= pagesKept) {
        break;
      }
      this.pages.delete(page);
    }
  }

  // Answers can overtake each other: the newest counts.
  private async load(number: number, page: Page): Promise<void> {
    try {
      const answer = await rows(this.query, number * pageRows, pageRows);
      if (answer.version > page.version) {
        [page.rows, page.version] = [answer.groups, answer.version];
      }
      if (answer.version > this.version) {
        [this.total, this.version] = [answer.total, answer.version];
      }
      store.redraw();
    } catch (failure) {
      store.fail(failure);
      window.setTimeout(() => {
        page.asked = -1;
        store.redraw();
      }, retryDelay);
    }
  }
}
