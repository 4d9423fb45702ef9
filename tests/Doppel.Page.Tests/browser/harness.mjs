// What all browser tests share: a scratch folder, the program, Chromium, and checks that say what they found.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, lstatSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const modules = process.env.DOPPEL_PAGE_MODULES ?? new URL("../../../artifacts/page/browser/", import.meta.url).pathname;
const load = createRequire(join(modules, "package.json"));
const { chromium } = load("playwright-core");
const axeSource = readFileSync(load.resolve("axe-core/axe.min.js"), "utf8");

export const isFull = process.env.DOPPEL_TEST_FULL === "1";
export const seed = Number(process.env.DOPPEL_TEST_SEED ?? 0);
export const program = process.env.DOPPEL_UI_EXE;

// Runs a test with a scratch folder of its own, and ends everything that it has started.
export async function test(name, run) {
  const scratch = mkdtempSync(join(process.env.DOPPEL_TEST_DIR ?? tmpdir(), `page-${name}-`));
  const ends = [];
  const context = {
    scratch,
    atEnd: (end) => ends.push(end),
    folder: (...parts) => {
      const path = join(scratch, ...parts);
      mkdirSync(path, { recursive: true });
      return path;
    },
  };
  try {
    await run(context);
    console.log(`passed: ${name} (seed ${seed})`);
  } catch (failure) {
    console.error(`FAILED: ${name} (seed ${seed}): ${failure.stack ?? failure}`);
    process.exitCode = 1;
  } finally {
    for (const end of ends.reverse()) {
      await end();
    }
    rmSync(scratch, { recursive: true, force: true });
  }
}

export function check(isTrue, message) {
  if (!isTrue) {
    throw new Error(message);
  }
}

export function equal(actual, expected, what) {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(one === other, `${what}: expected ${other}, but found ${one}`);
}

// Asks again until something holds. The time only limits how long a failure takes.
export async function until(holds, what, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await holds();
    if (value) {
      return value;
    }
    check(Date.now() < end, `This did not happen within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// Starts the program and returns the address that it prints. Journal and trash are in the scratch folder.
export async function serve(context, operands, options = [], variables = {}) {
  const home = context.folder("home");
  const environment = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", ...variables };
  for (const name of ["DOTNET_ROOT", "TZ"]) {
    if (process.env[name]) {
      environment[name] = process.env[name];
    }
  }
  const words = ["ui", "--no-open", ...options, ...operands];
  const child = spawn(program, words, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let [out, errors, code] = ["", "", null];
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (errors += text));
  const ended = new Promise((resolve) => child.on("exit", (value) => resolve((code = value ?? -1))));
  const stop = async (signal = "SIGINT") => {
    if (code === null) {
      child.kill(signal);
    }
    return ended;
  };
  context.atEnd(stop);
  await until(() => out.includes("\n") || code !== null, "the program prints its address");
  check(code === null, `The program ended with code ${code}: ${errors}`);
  return { address: out.trim(), stop, child, home, errors: () => errors };
}

export async function browse(context, ...more) {
  const browser = await chromium.launch({
    executablePath: process.env.DOPPEL_CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
  context.atEnd(() => browser.close());
  return browser;
}

// Opens the page. Errors of the page, and requests that leave it, fail the test at its end.
export async function open(context, browser, address, options = {}) {
  const session = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await session.newPage();
  const faults = [];
  const origin = new URL(address).origin;
  page.on("pageerror", (error) => faults.push(`an error in the page: ${error}`));
  page.on("console", (line) => {
    const { url } = line.location();
    const isExpected =
      (/status of (404|409|416)/.test(line.text()) && /\/(api|file|preview)\//.test(url)) ||
      (/status of 400/.test(line.text()) && url.endsWith("/api/search-with"));
    if (line.type() === "error" && !isExpected) {
      faults.push(`an error on the console: ${line.text()}`);
    }
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("blob:")) {
      faults.push(`a request to another place: ${request.url()}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !/\/(api|file|preview)\//.test(response.url())) {
      faults.push(`${response.status()} for ${response.url()}`);
    }
  });
  page.checkFaults = () => equal(faults, [], "faults of the page");
  await page.goto(address);
  return page;
}

// Waits until the search is over and the list has rows.
export async function ready(page) {
  await page.locator(".row-title").first().waitFor();
  await idle(page);
}

export async function idle(page) {
  await until(async () => (await state(page)).activity === null, "the program is idle", 300);
  await until(() => page.evaluate(() => !document.querySelector(".chip:disabled")), "the page knows that it is idle");
}

export function state(page) {
  const ask = async () => {
    try {
      return await (await fetch("api/state")).json();
    } catch {
      return null;
    }
  };
  return until(() => page.evaluate(ask), "the program answers");
}

// Everything that axe-core finds. The rules are those of WCAG 2.2 up to AA, and its best practices.
export async function access(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(axeSource);
  }
  const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations);
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} (${node.any[0]?.message})`).join("; ")}`);
}

// Fails if axe-core finds something in a view, light or dark, or if the view is wider than a window from narrow to wide.
export async function judge(page, view) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    equal(await access(page), [], `what axe-core finds in ${view}, ${colorScheme}`);
  }
  for (const width of [360, 1280, 3840]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= width, `${view} is ${wide} pixels wide in a window of ${width}.`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

// The hashes, kinds and times of all files below a folder.
export function digest(folder) {
  const lines = [];
  const visit = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) {
        visit(inner);
      } else {
        const hash = createHash("sha256").update(readFileSync(inner)).digest("hex");
        lines.push(`${relative(folder, inner)} ${hash} ${lstatSync(inner).mtimeMs}`);
      }
    }
  };
  visit(folder);
  return lines.sort();
}
