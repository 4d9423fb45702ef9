// Another page in the same browser tries to read from the program, or to make it do something.
import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, digest, equal, open, ready, serve, state, test } from "./harness.mjs";

await test("hostile", async (context) => {
  const root = context.folder("files");
  for (const name of ["one.txt", "two.txt", "three.txt"]) {
    writeFileSync(join(root, name), "a secret that no other page may see\n");
  }
  const before = digest(root);
  const server = await serve(context, [root]);
  const browser = await browse(context);
  const page = await open(context, browser, server.address);
  await ready(page);
  const known = await state(page);
  // Even the secret folder of the address is told to the hostile page, as if somebody had seen it.
  const target = new URL("./", page.url()).href;
  const port = new URL(target).port;

  const web = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><title>hostile</title><body></body>");
  });
  await new Promise((resolve) => web.listen(0, "127.0.0.1", resolve));
  context.atEnd(() => new Promise((resolve) => web.close(resolve)));
  const hostile = await page.context().newPage();

  // From another origin on the same host: its requests are those that a browser sends cookies with most readily.
  const attempts = async (base) => {
    await hostile.goto(base);
    return hostile.evaluate(tryAll, target);
  };
  const places = [`http://127.0.0.1:${web.address().port}/`, `http://localhost:${web.address().port}/`];
  for (const place of places) {
    const got = await attempts(place);
    equal(got.length, 20, "attempts");
    equal(got.filter((one) => one.isLeak), [], `what a page on ${place} could read`);
  }

  // A name that leads to this computer (DNS rebinding): the browser sends it, and it is not ours.
  const rebound = await browse(context, "--host-resolver-rules=MAP attacker.example 127.0.0.1");
  const fooled = await rebound.newPage();
  const rebind = `http://attacker.example:${port}${new URL(target).pathname}`;
  const [answer] = await Promise.all([fooled.waitForResponse(rebind), fooled.goto(rebind).catch(() => null)]);
  equal(answer.status(), 421, "a page at a name that was bound to this computer");
  const stranger = await rebound.newPage();
  const plain = await stranger.goto(target);
  equal(plain.status(), 403, "the page without the cookie");
  const guessed = server.address.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  equal((await stranger.goto(guessed)).status(), 403, "an address with another secret");
  equal((await stranger.goto(server.address)).status(), 200, "the address, opened again by the same user");

  const after = await state(page);
  equal([after.version, after.plan, after.rules, after.lastRun], [known.version, known.plan, known.rules, known.lastRun], "the review");
  equal(digest(root), before, "the files");
  page.checkFaults();
});

// Runs in the hostile page. Each attempt says whether it could read something.
async function tryAll(target) {
  const tries = [];
  const attempt = async (what, run) => {
    const limit = new Promise((resolve) => setTimeout(resolve, 700, false));
    const isLeak = await Promise.race([run().catch(() => false), limit]);
    tries.push({ what, isLeak: Boolean(isLeak) });
  };
  const body = JSON.stringify({ rules: ["newest"] });
  const element = (tag, fields) =>
    new Promise((resolve) => {
      const one = Object.assign(document.createElement(tag), fields);
      one.onload = () => resolve(true);
      one.onloadeddata = () => resolve(true);
      one.onerror = () => resolve(false);
      document.body.append(one);
    });
  const form = (method, enctype, path) => async () => {
    const frame = Object.assign(document.createElement("iframe"), { name: `f${Math.random()}` });
    const one = Object.assign(document.createElement("form"), { method, enctype, action: target + path, target: frame.name });
    one.append(Object.assign(document.createElement("input"), { name: '{"rules":["newest"],"x":"', value: '"}' }));
    document.body.append(frame, one);
    one.submit();
    await new Promise((resolve) => (frame.onload = resolve));
    return frame.contentDocument?.body?.textContent?.includes("version");
  };
  const read = (path, options) => async () => (await (await fetch(target + path, options)).text()).length > 0;
  await attempt("fetch the state", read("api/state", { credentials: "include" }));
  await attempt("fetch without CORS", read("api/state", { credentials: "include", mode: "no-cors" }));
  await attempt("fetch a file", read("file/0", { credentials: "include" }));
  await attempt("fetch the groups", read("api/groups", { credentials: "include" }));
  await attempt("post JSON", read("api/prefer", { method: "POST", credentials: "include", body, headers: { "Content-Type": "application/json" } }));
  await attempt("post text", read("api/prefer", { method: "POST", credentials: "include", mode: "no-cors", body }));
  await attempt("beacon", async () => navigator.sendBeacon(`${target}api/prefer`, body) && false);
  await attempt("keepalive", read("api/review", { method: "POST", credentials: "include", mode: "no-cors", keepalive: true, body: "{}" }));
  await attempt("put", read("api/prefer", { method: "PUT", credentials: "include", body }));
  await attempt("delete", read("api/prefer", { method: "DELETE", credentials: "include" }));
  await attempt("image", () => element("img", { src: `${target}file/0` }));
  await attempt("script", () => element("script", { src: `${target}app.js` }));
  await attempt("script of data", () => element("script", { src: `${target}api/state` }));
  await attempt("style", () => element("link", { rel: "stylesheet", href: `${target}style.css` }));
  await attempt("sound", () => element("audio", { src: `${target}file/0` }));
  await attempt("frame", async () => {
    const frame = Object.assign(document.createElement("iframe"), { src: target });
    document.body.append(frame);
    await new Promise((resolve) => (frame.onload = resolve));
    return frame.contentDocument?.body?.textContent;
  });
  await attempt("form as text", form("post", "text/plain", "api/prefer"));
  await attempt("form", form("post", "application/x-www-form-urlencoded", "api/review"));
  await attempt("events", () =>
    new Promise((resolve) => {
      const events = new EventSource(`${target}api/events`, { withCredentials: true });
      events.onmessage = () => resolve(true);
      events.onerror = () => resolve(false);
    }),
  );
  await attempt("web socket", () =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${target.replace("http", "ws")}api/events`);
      socket.onopen = () => resolve(true);
      socket.onerror = () => resolve(false);
    }),
  );
  return tries;
}
