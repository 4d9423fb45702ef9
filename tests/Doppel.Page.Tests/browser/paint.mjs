// Measures the first paint of the page beside that of a bare page: node paint.mjs. No test, since it is a matter of time.
import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, ready, serve, test } from "./harness.mjs";

await test("paint", async (context) => {
  const root = context.folder("files");
  ["one.txt", "two.txt"].forEach((name) => writeFileSync(join(root, name), "equal\n"));
  const server = await serve(context, [root]);
  const browser = await browse(context);
  const page = await browser.newPage();
  await page.goto(server.address);
  await ready(page);
  const address = page.url();

  const bare = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end("<!doctype html><title>bare</title><h1>bare</h1>");
  });
  await new Promise((resolve) => bare.listen(0, "127.0.0.1", resolve));
  context.atEnd(() => new Promise((resolve) => bare.close(resolve)));

  const paint = async (url) => {
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  };
  const times = { page: [], bare: [] };
  for (let i = 0; i < 21; i++) {
    times.page.push(await paint(address));
    times.bare.push(await paint(`http://127.0.0.1:${bare.address().port}/`));
  }
  const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const [own, other] = [median(times.page), median(times.bare)];
  console.log(`first paint: page ${own.toFixed(0)} ms, bare page ${other.toFixed(0)} ms, ratio ${(own / other).toFixed(2)}`);
});
